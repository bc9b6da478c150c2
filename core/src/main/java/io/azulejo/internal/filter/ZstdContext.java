package io.azulejo.internal.filter;

/** Zstandard, implemented by a library that works on this machine. Not thread-safe. */
interface ZstdContext extends AutoCloseable {
  /** Returns the maximum compressed size in bytes. */
  static long bound(long size) {
    return size + (size >>> 7) + 512;
  }

  /** Compresses to one frame; returns its size in bytes. */
  int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, int room, int level);

  /** Decompresses frames; returns the decompressed size in bytes, at most {@code room}. */
  int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset, int room)
      throws MalformedException;

  @Override
  void close();
}
