package io.azulejo.internal.filter;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.Native;

/**
 * An implementation of Zstandard with the native library. The system property {@code
 * azulejo.zstd=java} disables it.
 */
final class NativeZstd implements ZstdContext {
  /** Whether the native library is present, enabled and can be loaded. */
  static final boolean AVAILABLE = load();

  private ZstdCompressCtx compressor;
  private ZstdDecompressCtx decompressor;

  private static boolean load() {
    if ("java".equals(System.getProperty("azulejo.zstd"))) {
      return false;
    }
    try {
      Native.load();
      return Native.isLoaded();
    } catch (LinkageError | RuntimeException e) {
      return false;
    }
  }

  @Override
  public int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, int room, int level) {
    if (compressor == null) {
      compressor = new ZstdCompressCtx();
    }
    return compressor
        .setLevel(level)
        .compressByteArray(target, targetOffset, room, source, offset, length);
  }

  @Override
  public int decompress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, int room)
      throws MalformedException {
    if (decompressor == null) {
      decompressor = new ZstdDecompressCtx();
    }
    try {
      return decompressor.decompressByteArray(target, targetOffset, room, source, offset, length);
    } catch (ZstdException e) {
      throw new MalformedException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (compressor != null) {
      compressor.close();
      compressor = null;
    }
    if (decompressor != null) {
      decompressor.close();
      decompressor = null;
    }
  }
}
