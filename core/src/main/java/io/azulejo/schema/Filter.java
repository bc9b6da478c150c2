package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One step of a {@link FilterPipeline}: a transformation of a tile's bytes that a write applies and
 * a read undoes. The factory methods create filters. Their arguments are checked when a schema is
 * built, because the valid ranges depend on the field.
 *
 * <pre>{@code
 * Attribute.builder("mag", Datatype.FLOAT64).filters(Filter.byteShuffle(), Filter.zstd(5)).build()
 * }</pre>
 *
 * <p>Immutable. Filters are equal if their types and options are. The options of each type follow
 * the TileDB format.
 */
public final class Filter {
  /** The level that the reference engine stores for compressions without levels. */
  private static final int DEFAULT_LEVEL = -1;

  private static final int DEFAULT_ZSTD_LEVEL = 3;

  private static final int DEFAULT_REDUCTION_WINDOW = 256;
  private static final int DEFAULT_DELTA_WINDOW = 1024;

  /** The transformation of a filter. */
  public enum Type {
    /** Leaves the bytes as they are. */
    NONE,
    /** Compresses with zlib. */
    GZIP,
    /** Compresses with Zstandard. */
    ZSTD,
    /** Compresses with LZ4. */
    LZ4,
    /** Stores runs of equal cells once. */
    RLE,
    /** Compresses with bzip2. */
    BZIP2,
    /** Stores integers as differences of differences. */
    DOUBLE_DELTA,
    /** Stores integers in as few bytes as their spread within a window allows. */
    BIT_WIDTH_REDUCTION,
    /** Transposes bits. */
    BITSHUFFLE,
    /** Transposes bytes. */
    BYTESHUFFLE,
    /** Stores integers that never decrease as differences. */
    POSITIVE_DELTA,
    /** Encrypts. Not allowed in a schema: create the array with a key to encrypt it. */
    AES_256_GCM,
    /** Stores an MD5 digest of every part; reads verify it. */
    CHECKSUM_MD5,
    /** Stores a SHA-256 digest of every part; reads verify it. */
    CHECKSUM_SHA256,
    /** Stores each distinct string once and its number in each cell. */
    DICTIONARY,
    /** Stores floating-point numbers as scaled integers; loses precision. */
    SCALE_FLOAT,
    /** Stores each value as its exclusive or with the value before it. */
    XOR,
    /** Stores tiles of a two-dimensional dense array of UINT8 as WebP images. */
    WEBP,
    /** Stores integers as differences. */
    DELTA;

    /** Returns whether the filter replaces a chunk of bytes as a whole and has a level. */
    public boolean isCompression() {
      return switch (this) {
        case GZIP, ZSTD, LZ4, RLE, BZIP2, DOUBLE_DELTA, DICTIONARY, DELTA -> true;
        default -> false;
      };
    }

    /**
     * Returns whether the filter stores digests of the data, so that a read that meets changed
     * bytes fails.
     */
    public boolean isChecksum() {
      return this == CHECKSUM_MD5 || this == CHECKSUM_SHA256;
    }
  }

  /** The meaning of the bytes of a pixel. The constants are in the order of the codes on disk. */
  public enum PixelFormat {
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

  private record Scaling(double scale, double offset, long byteWidth) {}

  private record Images(
      float quality, PixelFormat format, boolean lossless, int yExtent, int xExtent) {}

  private final Type type;

  /** The level of a compression or the window of a reduction, in bytes; 0 for other filters. */
  private final int number;

  /** The options that only some types have, or null. */
  private final @Nullable Object options;

  private Filter(Type type, int number, @Nullable Object options) {
    this.type = type;
    this.number = number;
    this.options = options;
  }

  private static Filter plain(Type type) {
    return new Filter(type, 0, null);
  }

  private static Filter compression(Type type, int level) {
    return new Filter(type, level, null);
  }

  /** Returns a filter that leaves the bytes as they are. */
  public static Filter none() {
    return plain(Type.NONE);
  }

  /**
   * Returns compression with zlib.
   *
   * @param level 0 to 9; negative for zlib's default
   */
  public static Filter gzip(int level) {
    return compression(Type.GZIP, level);
  }

  /** Returns compression with Zstandard at level 3. */
  public static Filter zstd() {
    return zstd(DEFAULT_ZSTD_LEVEL);
  }

  /**
   * Returns compression with Zstandard.
   *
   * @param level -7 to 22; negative levels are fast modes, and levels below -7 stand for 3
   */
  public static Filter zstd(int level) {
    return compression(Type.ZSTD, level);
  }

  /** Returns compression with LZ4. */
  public static Filter lz4() {
    return compression(Type.LZ4, DEFAULT_LEVEL);
  }

  /** Returns run-length encoding of cells. */
  public static Filter rle() {
    return compression(Type.RLE, DEFAULT_LEVEL);
  }

  /**
   * Returns compression with bzip2.
   *
   * @param level block size in units of 100 kB, 1 to 9; below 1 stands for 1
   */
  public static Filter bzip2(int level) {
    return compression(Type.BZIP2, level);
  }

  /** Returns differences of differences of integers. */
  public static Filter doubleDelta() {
    return doubleDelta(Datatype.ANY);
  }

  /**
   * Returns differences of differences of integers.
   *
   * @param reinterpret the type to read the bytes as; {@link Datatype#ANY} for the field's type
   */
  public static Filter doubleDelta(Datatype reinterpret) {
    return new Filter(
        Type.DOUBLE_DELTA, DEFAULT_LEVEL, Objects.requireNonNull(reinterpret, "reinterpret"));
  }

  /** Returns differences of integers. */
  public static Filter delta() {
    return delta(Datatype.ANY);
  }

  /**
   * Returns differences of integers.
   *
   * @param reinterpret the type to read the bytes as; {@link Datatype#ANY} for the field's type
   */
  public static Filter delta(Datatype reinterpret) {
    return new Filter(
        Type.DELTA, DEFAULT_LEVEL, Objects.requireNonNull(reinterpret, "reinterpret"));
  }

  /** Returns a dictionary of the strings of a tile; must be the first filter. */
  public static Filter dictionary() {
    return compression(Type.DICTIONARY, DEFAULT_LEVEL);
  }

  /** Returns a reduction of the width of integers in windows of 256 bytes. */
  public static Filter bitWidthReduction() {
    return bitWidthReduction(DEFAULT_REDUCTION_WINDOW);
  }

  /**
   * Returns a reduction of the width of integers.
   *
   * @param maxWindow maximum size of a window in bytes, unsigned, at least the size of one value
   */
  public static Filter bitWidthReduction(int maxWindow) {
    return new Filter(Type.BIT_WIDTH_REDUCTION, maxWindow, null);
  }

  /** Returns differences of integers that never decrease, in windows of 1,024 bytes. */
  public static Filter positiveDelta() {
    return positiveDelta(DEFAULT_DELTA_WINDOW);
  }

  /**
   * Returns differences of integers that never decrease.
   *
   * @param maxWindow maximum size of a window in bytes, unsigned, at least the size of one value
   */
  public static Filter positiveDelta(int maxWindow) {
    return new Filter(Type.POSITIVE_DELTA, maxWindow, null);
  }

  /** Returns a transposition of bits. */
  public static Filter bitShuffle() {
    return plain(Type.BITSHUFFLE);
  }

  /** Returns a transposition of bytes. */
  public static Filter byteShuffle() {
    return plain(Type.BYTESHUFFLE);
  }

  /** Returns the exclusive or of each value with the value before it. */
  public static Filter xor() {
    return plain(Type.XOR);
  }

  /**
   * Returns a conversion of floating-point numbers to integers: {@code round((value - offset) /
   * scale)}. Loses precision.
   *
   * @param scale the difference between consecutive integers; finite, not 0
   * @param offset the number stored as 0; finite
   * @param byteWidth size of the integer in bytes: 1, 2, 4 or 8
   */
  public static Filter scaleFloat(double scale, double offset, long byteWidth) {
    return new Filter(Type.SCALE_FLOAT, 0, new Scaling(scale, offset, byteWidth));
  }

  /** Returns an MD5 checksum. */
  public static Filter md5() {
    return plain(Type.CHECKSUM_MD5);
  }

  /** Returns a SHA-256 checksum. */
  public static Filter sha256() {
    return plain(Type.CHECKSUM_SHA256);
  }

  /**
   * Returns compression as WebP images, for two-dimensional dense arrays of UINT8.
   *
   * @param quality 0 to 100, for lossy images
   * @param format the meaning of the bytes of a pixel
   * @param lossless whether decoding restores every byte
   * @param yExtent rows of a tile; 0 to take them from the schema
   * @param xExtent bytes of a row of a tile; 0 to take them from the schema
   */
  public static Filter webp(
      float quality, PixelFormat format, boolean lossless, int yExtent, int xExtent) {
    Objects.requireNonNull(format, "format");
    return new Filter(Type.WEBP, 0, new Images(quality, format, lossless, yExtent, xExtent));
  }

  /** Returns encryption. Schemas with it are refused: create the array with a key instead. */
  public static Filter aes256Gcm() {
    return plain(Type.AES_256_GCM);
  }

  /**
   * Returns this compression with another level. Compressions without levels store it but ignore
   * it.
   *
   * @throws InvalidRequestException if this is not a compression
   */
  public Filter withLevel(int level) {
    level();
    return new Filter(type, level, options);
  }

  /** Returns the type of the transformation. */
  public Type type() {
    return type;
  }

  /**
   * Returns the stored level of a compression.
   *
   * @throws InvalidRequestException if this is not a compression
   */
  public int level() {
    check(type.isCompression(), "level");
    return number;
  }

  /**
   * Returns the type that DELTA and DOUBLE_DELTA read the bytes as; {@link Datatype#ANY} for the
   * field's type.
   *
   * @throws InvalidRequestException for other types
   */
  public Datatype reinterpret() {
    return option(Datatype.class, "reinterpret type");
  }

  /**
   * Returns the maximum size of a window of BIT_WIDTH_REDUCTION or POSITIVE_DELTA, in bytes,
   * unsigned.
   *
   * @throws InvalidRequestException for other types
   */
  public int maxWindow() {
    check(type == Type.BIT_WIDTH_REDUCTION || type == Type.POSITIVE_DELTA, "window");
    return number;
  }

  /**
   * Returns the difference between consecutive SCALE_FLOAT integers.
   *
   * @throws InvalidRequestException for other types
   */
  public double scale() {
    return option(Scaling.class, "scale").scale();
  }

  /**
   * Returns the number that SCALE_FLOAT stores as 0.
   *
   * @throws InvalidRequestException for other types
   */
  public double offset() {
    return option(Scaling.class, "offset").offset();
  }

  /**
   * Returns the size of a SCALE_FLOAT integer, in bytes.
   *
   * @throws InvalidRequestException for other types
   */
  public long byteWidth() {
    return option(Scaling.class, "byte width").byteWidth();
  }

  /**
   * Returns the quality of lossy WEBP images, 0 to 100.
   *
   * @throws InvalidRequestException for other types
   */
  public float quality() {
    return option(Images.class, "quality").quality();
  }

  /**
   * Returns the meaning of the bytes of a pixel of WEBP images.
   *
   * @throws InvalidRequestException for other types
   */
  public PixelFormat pixelFormat() {
    return option(Images.class, "pixel format").format();
  }

  /**
   * Returns whether decoding WEBP images restores every byte.
   *
   * @throws InvalidRequestException for other types
   */
  public boolean isLossless() {
    return option(Images.class, "lossless flag").lossless();
  }

  /**
   * Returns the rows of a tile of WEBP images.
   *
   * @throws InvalidRequestException for other types
   */
  public int yExtent() {
    return option(Images.class, "y extent").yExtent();
  }

  /**
   * Returns the bytes of a row of a tile of WEBP images.
   *
   * @throws InvalidRequestException for other types
   */
  public int xExtent() {
    return option(Images.class, "x extent").xExtent();
  }

  /** Returns whether decoded values may differ from those written: SCALE_FLOAT and lossy WEBP. */
  public boolean losesPrecision() {
    return type == Type.SCALE_FLOAT || type == Type.WEBP && !isLossless();
  }

  private <T> T option(Class<T> kind, String name) {
    check(kind.isInstance(options), name);
    return kind.cast(Objects.requireNonNull(options, name));
  }

  private void check(boolean present, String option) {
    if (!present) {
      throw new InvalidRequestException(
          "filter %s does not have a %s; check type() first".formatted(type, option));
    }
  }

  /**
   * Returns the name and the meaningful options, such as {@code ZSTD 5}, {@code BYTESHUFFLE} or
   * {@code POSITIVE_DELTA window 1024}.
   */
  @Override
  public String toString() {
    return switch (type) {
      case GZIP, ZSTD, BZIP2 -> type + " " + number;
      case DICTIONARY -> "DICTIONARY_ENCODING";
      case DOUBLE_DELTA, DELTA ->
          reinterpret() == Datatype.ANY ? type.name() : type + " as " + reinterpret();
      case BIT_WIDTH_REDUCTION, POSITIVE_DELTA ->
          type + " window " + Integer.toUnsignedString(number);
      case SCALE_FLOAT ->
          "SCALE_FLOAT scale %s offset %s width %s"
              .formatted(scale(), offset(), Long.toUnsignedString(byteWidth()));
      case WEBP ->
          "WEBP %s %s".formatted(pixelFormat(), isLossless() ? "lossless" : "quality " + quality());
      default -> type.name();
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Filter that
        && type == that.type
        && number == that.number
        && Objects.equals(options, that.options);
  }

  @Override
  public int hashCode() {
    return Objects.hash(type, number, options);
  }
}
