package io.azulejo.internal.filter;

/** Zstandard, by whatever library works here. For one thread at a time. */
interface ZstdContext extends AutoCloseable {
  /** The maximum compressed size of a number of bytes. */
  static long bound(long size) {
    return size + (size >>> 7) + 512;
  }

  /** Compresses to one frame; gives its bytes. */
  int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, int room, int level);

  /** Decompresses frames; gives the number of bytes made, which fit the room. */
  int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room)
      throws MalformedException;

  @Override
  void close();
}
