package io.azulejo.internal.filter;

/** Compresses each part to a Zstandard frame. */
final class ZstdCompressor implements Compressor {
  private static final int MIN_LEVEL = -7;
  private static final int LEVEL_BELOW_MIN = 3;

  private final int level;

  ZstdCompressor(int level) {
    this.level = level < MIN_LEVEL ? LEVEL_BELOW_MIN : level;
  }

  @Override
  public String name() {
    return "ZSTD";
  }

  @Override
  public long bound(long size) {
    return ZstdContext.bound(size);
  }

  @Override
  public int compress(
      byte[] source, int offset, int length, byte[] target, int targetOffset, Scratch scratch) {
    return scratch
        .zstd()
        .compress(source, offset, length, target, targetOffset, (int) bound(length), level);
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
    int made =
        scratch.zstd().decompress(source, offset, length, target, targetOffset, targetLength);
    if (made != targetLength) {
      throw new MalformedException("%d bytes instead of %d".formatted(made, targetLength));
    }
  }
}
