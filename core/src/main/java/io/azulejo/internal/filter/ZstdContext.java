package io.azulejo.internal.filter;

/**
 * A compression context for Zstandard, implemented by a library that works on this machine. Not
 * thread-safe.
 */
interface ZstdContext extends AutoCloseable {
  /**
   * Returns the maximum compressed size in bytes.
   *
   * @param size the uncompressed size in bytes
   */
  static long bound(long size) {
    return size + (size >>> 7) + 512;
  }

  /**
   * Compresses bytes to one frame and returns the size of the frame in bytes.
   *
   * @param room the number of bytes that may be written, starting at the target offset; at least
   *     {@link #bound}
   */
  int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, int room, int level);

  /**
   * Decompresses frames and returns the decompressed size in bytes.
   *
   * @param room the maximum decompressed size in bytes
   * @throws MalformedException if the bytes are not valid frames or do not fit
   */
  int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room)
      throws MalformedException;

  @Override
  void close();
}
