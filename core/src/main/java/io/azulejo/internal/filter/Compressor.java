package io.azulejo.internal.filter;

/** Compresses and decompresses single parts of chunks. */
interface Compressor {
  /** Returns the name of the filter for messages. */
  String name();

  /** Returns the maximum compressed size in bytes. */
  long bound(long size);

  /**
   * Compresses a part.
   *
   * @param target has room for {@link #bound} bytes from the offset on
   * @return the compressed size in bytes
   * @throws io.azulejo.error.InvalidRequestException if the bytes cannot be compressed without loss
   */
  int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, Scratch scratch);

  /**
   * Decompresses a part of known size, at least one byte.
   *
   * @throws MalformedException if the bytes are not valid or have another decompressed size; the
   *     target may then have changed between its offset and its length
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

  /** Returns whether an empty part can be compressed so that every reader accepts it. */
  default boolean acceptsEmptyParts() {
    return true;
  }

  /** Returns whether an empty part stays empty. */
  default boolean keepsEmptyParts() {
    return false;
  }
}
