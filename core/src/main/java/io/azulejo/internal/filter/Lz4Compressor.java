package io.azulejo.internal.filter;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * Compresses each part to an LZ4 block without a frame. It uses the fastest implementation of the
 * lz4-java library that works on this machine: native or in Java.
 */
final class Lz4Compressor implements Compressor {
  private static final LZ4Compressor COMPRESSOR = LZ4Factory.fastestInstance().fastCompressor();
  private static final LZ4SafeDecompressor DECOMPRESSOR =
      LZ4Factory.fastestInstance().safeDecompressor();

  @Override
  public String name() {
    return "LZ4";
  }

  @Override
  public long bound(long size) {
    return size + size / 255 + 16;
  }

  @Override
  public int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, Scratch scratch) {
    return COMPRESSOR.compress(source, offset, length, target, targetOffset, (int) bound(length));
  }

  @Override
  public void decompress(
      byte[] source,
      int offset,
      int length,
      byte[] target,
      int targetOffset,
      int targetLength,
      Scratch scratch)
      throws MalformedException {
    int made;
    try {
      made = DECOMPRESSOR.decompress(source, offset, length, target, targetOffset, targetLength);
    } catch (LZ4Exception e) {
      throw new MalformedException("not an LZ4 block of %d bytes".formatted(targetLength), e);
    }
    if (made != targetLength) {
      throw new MalformedException("%d bytes instead of %d".formatted(made, targetLength));
    }
  }
}
