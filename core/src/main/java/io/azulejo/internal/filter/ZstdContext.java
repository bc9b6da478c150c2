package io.azulejo.internal.filter;

import io.azulejo.error.UnsupportedFormatException;

/** Zstandard, by whatever library works here. For one thread at a time. */
interface ZstdContext extends AutoCloseable {
  /**
   * The library that fits this machine and {@code azulejo.zstd}.
   *
   * @throws UnsupportedFormatException if the native library cannot be used and the one in Java is
   *     absent
   */
  static ZstdContext create() {
    if (NativeZstd.AVAILABLE) {
      return new NativeZstd();
    }
    try {
      return new JavaZstd();
    } catch (NoClassDefFoundError e) {
      throw new UnsupportedFormatException(
          "ZSTD: the native library cannot be used here; put the jar of io.airlift:aircompressor on the class path, which is ZSTD in Java");
    }
  }

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
