package io.azulejo.schema;

/**
 * One step of a {@link FilterPipeline}: what is done to a tile's bytes on their way to disk, and
 * undone on the way back. A filter here is a specification; its options are those of the format.
 */
public sealed interface Filter {
  /**
   * The name and the options that have a meaning, for people: such as {@code ZSTD 5}, {@code
   * BYTESHUFFLE} or {@code POSITIVE_DELTA window 1024}.
   */
  default String describe() {
    return FilterTexts.of(this);
  }

  /** A filter that replaces a chunk of bytes by another one, usually shorter, as a whole. */
  sealed interface Compression extends Filter {
    /** The level that is stored with the filter; some filters have no use for it. */
    int level();
  }

  /**
   * A filter that puts digests before the data, which are compared on reading: bytes that were
   * changed in the store are an error then, not other values.
   */
  sealed interface Checksum extends Filter {}

  /** Leaves the bytes as they are. */
  record None() implements Filter {}

  /**
   * zlib streams.
   *
   * @param level compression level 0 to 9; negative for zlib's default
   */
  record Gzip(int level) implements Compression {}

  /**
   * Zstandard frames.
   *
   * @param level compression level, -7 to 22; below -7 stands for 3
   */
  record Zstd(int level) implements Compression {}

  /**
   * LZ4 blocks.
   *
   * @param level stored, without a meaning
   */
  record Lz4(int level) implements Compression {}

  /**
   * Run-length encoding of cells.
   *
   * @param level stored, without a meaning
   */
  record Rle(int level) implements Compression {}

  /**
   * bzip2 streams.
   *
   * @param level block size in 100 kB, 1 to 9; below 1 stands for 1
   */
  record Bzip2(int level) implements Compression {}

  /**
   * Differences of differences of integers.
   *
   * @param level stored, without a meaning
   * @param reinterpret the type that the bytes are taken for; {@link Datatype#ANY} for their own
   */
  record DoubleDelta(int level, Datatype reinterpret) implements Compression {}

  /**
   * Differences of integers.
   *
   * @param level stored, without a meaning
   * @param reinterpret the type that the bytes are taken for; {@link Datatype#ANY} for their own
   */
  record Delta(int level, Datatype reinterpret) implements Compression {}

  /**
   * Numbers in place of strings.
   *
   * @param level stored, without a meaning
   */
  record Dictionary(int level) implements Compression {}

  /**
   * Integers in as few bytes as their spread within a window allows.
   *
   * @param maxWindow the maximum size of a window, in bytes
   */
  record BitWidthReduction(int maxWindow) implements Filter {}

  /**
   * Differences of integers that never decrease.
   *
   * @param maxWindow the maximum size of a window, in bytes
   */
  record PositiveDelta(int maxWindow) implements Filter {}

  /** Transposes bits. */
  record BitShuffle() implements Filter {}

  /** Transposes bytes. */
  record ByteShuffle() implements Filter {}

  /** Each value as its exclusive or with the value before it. */
  record Xor() implements Filter {}

  /**
   * Floating-point numbers as scaled integers; loses precision.
   *
   * @param scale what a step of the integer is worth
   * @param offset what zero is worth
   * @param byteWidth bytes of the integer: 1, 2, 4 or 8
   */
  record ScaleFloat(double scale, double offset, long byteWidth) implements Filter {}

  /** An MD5 digest of every part, verified on reading. */
  record ChecksumMd5() implements Checksum {}

  /** A SHA-256 digest of every part, verified on reading. */
  record ChecksumSha256() implements Checksum {}

  /**
   * WebP images, of two-dimensional dense arrays of UINT8.
   *
   * @param quality 0 to 100, of lossy images
   * @param format how the bytes are pixels
   * @param lossless whether pixels are decoded to the same values
   * @param yExtent rows of a tile
   * @param xExtent bytes of a row of a tile
   */
  record Webp(float quality, PixelFormat format, boolean lossless, int yExtent, int xExtent)
      implements Filter {}

  /** AES-256-GCM; never part of a schema, but of what is written with a key. */
  record Aes256Gcm() implements Filter {}

  /** How bytes are pixels; the order is that of the codes on disk. */
  enum PixelFormat {
    /** Unknown. */
    NONE,
    /** Red, green, blue. */
    RGB,
    /** Blue, green, red. */
    BGR,
    /** Red, green, blue, opacity. */
    RGBA,
    /** Blue, green, red, opacity. */
    BGRA
  }
}
