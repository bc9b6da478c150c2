package io.azulejo.internal.filter;

/** Makes bytes fewer, one part of a chunk at a time. */
interface Compressor {
  /** The name of the filter, for messages. */
  String name();

  /** The maximum compressed size of a number of bytes. */
  long bound(long size);

  /**
   * Compresses a part.
   *
   * @param target has {@link #bound} bytes of room from the offset on
   * @return the number of compressed bytes
   * @throws io.azulejo.error.InvalidRequestException if these bytes cannot be compressed so that
   *     they come back
   */
  int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, Scratch scratch);

  /**
   * Decompresses a part to bytes whose number is known, at least one.
   *
   * @throws MalformedException if the bytes are none that were compressed or stand for another
   *     number of bytes; then bytes of the target from its offset on, but none beyond its length,
   *     may have changed
   */
  void decompress(
      byte[] source,
      int offset,
      int length,
      byte[] target,
      int targetOffset,
      int targetLength,
      Scratch scratch)
      throws MalformedException;

  /** Whether a part without bytes can be compressed so that every reader takes it. */
  default boolean acceptsEmptyParts() {
    return true;
  }

  /** Whether a part without bytes stays one. */
  default boolean keepsEmptyParts() {
    return false;
  }
}
