package io.azulejo.internal.filter;

/** Compresses and decompresses individual parts of chunks. Implementations are thread-safe. */
interface Compressor {
  /** Returns the name of the filter, for error messages. */
  String name();

  /**
   * Returns the maximum compressed size of a part, in bytes.
   *
   * @param size the uncompressed size in bytes
   */
  long bound(long size);

  /**
   * Compresses a part.
   *
   * @param target receives the compressed bytes; must have room for {@link #bound} bytes, starting
   *     at the target offset
   * @return the compressed size in bytes
   * @throws io.azulejo.error.InvalidRequestException if the bytes cannot be compressed without
   *     loss, or the compression level is out of range
   */
  int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, Scratch scratch);

  /**
   * Decompresses a part.
   *
   * @param target receives the decompressed bytes
   * @param targetLength the expected decompressed size in bytes, at least 1
   * @throws MalformedException if the bytes are not valid or have another decompressed size; in
   *     this case the content of the target range is undefined
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

  /** Returns whether every reader can decompress an empty part that was compressed. */
  default boolean acceptsEmptyParts() {
    return true;
  }

  /** Returns whether an empty part is compressed to an empty part. */
  default boolean keepsEmptyParts() {
    return false;
  }
}
