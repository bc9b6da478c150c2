package io.azulejo.internal.filter;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdDecompressor;

/**
 * A pure Java implementation of Zstandard, for platforms without the native library. It ignores
 * compression levels.
 */
final class JavaZstd implements ZstdContext {
  private final io.airlift.compress.zstd.ZstdCompressor compressor =
      new io.airlift.compress.zstd.ZstdCompressor();
  private final ZstdDecompressor decompressor = new ZstdDecompressor();

  @Override
  public int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, int room, int level) {
    return compressor.compress(source, offset, length, target, targetOffset, room);
  }

  @Override
  public int decompress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, int room)
      throws MalformedException {
    try {
      return decompressor.decompress(source, offset, length, target, targetOffset, room);
    } catch (MalformedInputException e) {
      throw new MalformedException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {}
}
