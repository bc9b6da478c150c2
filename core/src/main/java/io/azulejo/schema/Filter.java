package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One step of a {@link FilterPipeline}. A write transforms the bytes of a tile with the filter, and
 * a read reverses the transformation. The factory methods create filters. Their arguments are
 * validated when a schema is built, because the valid ranges depend on the field.
 *
 * <pre>{@code
 * Attribute.builder("mag", Datatype.FLOAT64).filters(Filter.byteShuffle(), Filter.zstd(5)).build()
 * }</pre>
 *
 * <p>Immutable. Filters are equal if their types and options are equal. The options of each type
 * follow the TileDB format.
 */
public final class Filter {
  /** Level that the reference engine stores for compressions without levels. */
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
    /** Stores each run of equal cells once. */
    RLE,
    /** Compresses with bzip2. */
    BZIP2,
    /** Stores the differences between consecutive differences of integers. */
    DOUBLE_DELTA,
    /** Stores integers in as few bytes as the value range within a window allows. */
    BIT_WIDTH_REDUCTION,
    /** Groups the bits of the values by their position in a value. */
    BITSHUFFLE,
    /** Groups the bytes of the values by their position in a value. */
    BYTESHUFFLE,
    /** Stores the differences between integers that never decrease. */
    POSITIVE_DELTA,
    /** Encrypts with AES-256-GCM. Not allowed in a schema; create the array with a key instead. */
    AES_256_GCM,
    /** Stores an MD5 digest of each part, which reads verify. */
    CHECKSUM_MD5,
    /** Stores a SHA-256 digest of each part, which reads verify. */
    CHECKSUM_SHA256,
    /** Stores each distinct string once and its index in each cell. */
    DICTIONARY,
    /** Stores floating-point numbers as scaled integers, with a loss of precision. */
    SCALE_FLOAT,
    /** Stores the exclusive or of each value and its predecessor. */
    XOR,
    /** Stores tiles of a two-dimensional dense array of UINT8 as WebP images. */
    WEBP,
    /** Stores the differences between consecutive integers. */
    DELTA;

    /**
     * Returns whether this is a compression. A compression replaces each chunk as a whole and has a
     * level.
     */
    public boolean isCompression() {
      return switch (this) {
        case GZIP, ZSTD, LZ4, RLE, BZIP2, DOUBLE_DELTA, DICTIONARY, DELTA -> true;
        default -> false;
      };
    }

    /**
     * Returns whether the filter stores digests of the data, so that reads fail if bytes have
     * changed.
     */
    public boolean isChecksum() {
      return this == CHECKSUM_MD5 || this == CHECKSUM_SHA256;
    }
  }

  /**
   * The components of a pixel, in byte order. The constants are in the order of their codes on
   * disk.
   */
  public enum PixelFormat {
    /** Not specified. */
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

  /** Level of a compression, window size of a reduction in bytes, or 0 for other filters. */
  private final int number;

  /** Options of DELTA, DOUBLE_DELTA, SCALE_FLOAT and WEBP; null for other filters. */
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

  /** Returns a filter that leaves the bytes unchanged. */
  public static Filter none() {
    return plain(Type.NONE);
  }

  /**
   * Returns a filter that compresses with zlib.
   *
   * @param level compression level, 0 to 9; negative for zlib's default
   */
  public static Filter gzip(int level) {
    return compression(Type.GZIP, level);
  }

  /** Returns a filter that compresses with Zstandard at level 3. */
  public static Filter zstd() {
    return zstd(DEFAULT_ZSTD_LEVEL);
  }

  /**
   * Returns a filter that compresses with Zstandard.
   *
   * @param level compression level, -7 to 22; negative levels are fast modes, and levels below -7
   *     are treated as 3
   */
  public static Filter zstd(int level) {
    return compression(Type.ZSTD, level);
  }

  /** Returns a filter that compresses with LZ4. */
  public static Filter lz4() {
    return compression(Type.LZ4, DEFAULT_LEVEL);
  }

  /** Returns a filter that stores each run of equal cells once. */
  public static Filter rle() {
    return compression(Type.RLE, DEFAULT_LEVEL);
  }

  /**
   * Returns a filter that compresses with bzip2.
   *
   * @param level block size in units of 100 kB, 1 to 9; levels below 1 are treated as 1
   */
  public static Filter bzip2(int level) {
    return compression(Type.BZIP2, level);
  }

  /**
   * Returns a filter that stores differences of differences of integers, read as the field's type.
   */
  public static Filter doubleDelta() {
    return doubleDelta(Datatype.ANY);
  }

  /**
   * Returns a filter that stores differences of differences of integers.
   *
   * @param reinterpret the type as which the bytes are read; {@link Datatype#ANY} for the field's
   *     type
   */
  public static Filter doubleDelta(Datatype reinterpret) {
    return new Filter(
        Type.DOUBLE_DELTA, DEFAULT_LEVEL, Objects.requireNonNull(reinterpret, "reinterpret"));
  }

  /** Returns a filter that stores differences of integers, read as the field's type. */
  public static Filter delta() {
    return delta(Datatype.ANY);
  }

  /**
   * Returns a filter that stores differences of integers.
   *
   * @param reinterpret the type as which the bytes are read; {@link Datatype#ANY} for the field's
   *     type
   */
  public static Filter delta(Datatype reinterpret) {
    return new Filter(
        Type.DELTA, DEFAULT_LEVEL, Objects.requireNonNull(reinterpret, "reinterpret"));
  }

  /**
   * Returns a filter that stores each distinct string of a tile once. It must be the first filter
   * of its pipeline.
   */
  public static Filter dictionary() {
    return compression(Type.DICTIONARY, DEFAULT_LEVEL);
  }

  /** Returns a filter that reduces the width of integers in windows of 256 bytes. */
  public static Filter bitWidthReduction() {
    return bitWidthReduction(DEFAULT_REDUCTION_WINDOW);
  }

  /**
   * Returns a filter that reduces the width of integers.
   *
   * @param maxWindow maximum window size in bytes, unsigned, at least the size of one value
   */
  public static Filter bitWidthReduction(int maxWindow) {
    return new Filter(Type.BIT_WIDTH_REDUCTION, maxWindow, null);
  }

  /**
   * Returns a filter that stores differences of integers that never decrease, in windows of 1,024
   * bytes.
   */
  public static Filter positiveDelta() {
    return positiveDelta(DEFAULT_DELTA_WINDOW);
  }

  /**
   * Returns a filter that stores differences of integers that never decrease.
   *
   * @param maxWindow maximum window size in bytes, unsigned, at least the size of one value
   */
  public static Filter positiveDelta(int maxWindow) {
    return new Filter(Type.POSITIVE_DELTA, maxWindow, null);
  }

  /** Returns a filter that groups the bits of the values by their position in a value. */
  public static Filter bitShuffle() {
    return plain(Type.BITSHUFFLE);
  }

  /** Returns a filter that groups the bytes of the values by their position in a value. */
  public static Filter byteShuffle() {
    return plain(Type.BYTESHUFFLE);
  }

  /** Returns a filter that stores the exclusive or of each value and its predecessor. */
  public static Filter xor() {
    return plain(Type.XOR);
  }

  /**
   * Returns a filter that stores floating-point numbers as integers, computed as {@code
   * round((value - offset) / scale)}. The conversion loses precision.
   *
   * @param scale difference of the numbers stored as two consecutive integers; finite, not 0
   * @param offset the number stored as 0; finite
   * @param byteWidth size of the stored integers in bytes: 1, 2, 4 or 8
   */
  public static Filter scaleFloat(double scale, double offset, long byteWidth) {
    return new Filter(Type.SCALE_FLOAT, 0, new Scaling(scale, offset, byteWidth));
  }

  /** Returns a filter that stores MD5 digests, which reads verify. */
  public static Filter md5() {
    return plain(Type.CHECKSUM_MD5);
  }

  /** Returns a filter that stores SHA-256 digests, which reads verify. */
  public static Filter sha256() {
    return plain(Type.CHECKSUM_SHA256);
  }

  /**
   * Returns a filter that compresses tiles as WebP images, for two-dimensional dense arrays of
   * UINT8.
   *
   * @param quality quality of lossy images, 0 to 100
   * @param format the components of a pixel, in byte order
   * @param lossless whether decoding restores every byte
   * @param yExtent number of rows in a tile; 0 to take it from the schema
   * @param xExtent number of bytes in a row of a tile; 0 to take it from the schema
   */
  public static Filter webp(
      float quality, PixelFormat format, boolean lossless, int yExtent, int xExtent) {
    Objects.requireNonNull(format, "format");
    return new Filter(Type.WEBP, 0, new Images(quality, format, lossless, yExtent, xExtent));
  }

  /**
   * Returns a filter that encrypts. New schemas cannot contain it; create the array with a key
   * instead.
   */
  public static Filter aes256Gcm() {
    return plain(Type.AES_256_GCM);
  }

  /**
   * Returns a copy of this compression with another level. Compressions without levels store the
   * level but ignore it.
   *
   * @throws InvalidRequestException if this filter is not a compression
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
   * @throws InvalidRequestException if this filter is not a compression
   */
  public int level() {
    check(type.isCompression(), "level");
    return number;
  }

  /**
   * Returns the type as which a DELTA or DOUBLE_DELTA filter reads the bytes, or {@link
   * Datatype#ANY} for the field's type.
   *
   * @throws InvalidRequestException if the filter has another type
   */
  public Datatype reinterpret() {
    return option(Datatype.class, "reinterpret type");
  }

  /**
   * Returns the maximum window size of a BIT_WIDTH_REDUCTION or POSITIVE_DELTA filter, in bytes,
   * unsigned.
   *
   * @throws InvalidRequestException if the filter has another type
   */
  public int maxWindow() {
    check(type == Type.BIT_WIDTH_REDUCTION || type == Type.POSITIVE_DELTA, "window");
    return number;
  }

  /**
   * Returns the difference of the numbers that SCALE_FLOAT stores as two consecutive integers.
   *
   * @throws InvalidRequestException if the filter has another type
   */
  public double scale() {
    return option(Scaling.class, "scale").scale();
  }

  /**
   * Returns the number that SCALE_FLOAT stores as 0.
   *
   * @throws InvalidRequestException if the filter has another type
   */
  public double offset() {
    return option(Scaling.class, "offset").offset();
  }

  /**
   * Returns the size of the integers that SCALE_FLOAT stores, in bytes.
   *
   * @throws InvalidRequestException if the filter has another type
   */
  public long byteWidth() {
    return option(Scaling.class, "byte width").byteWidth();
  }

  /**
   * Returns the quality of lossy WEBP images, 0 to 100.
   *
   * @throws InvalidRequestException if the filter has another type
   */
  public float quality() {
    return option(Images.class, "quality").quality();
  }

  /**
   * Returns the components of a pixel of WEBP images, in byte order.
   *
   * @throws InvalidRequestException if the filter has another type
   */
  public PixelFormat pixelFormat() {
    return option(Images.class, "pixel format").format();
  }

  /**
   * Returns whether decoding WEBP images restores every byte.
   *
   * @throws InvalidRequestException if the filter has another type
   */
  public boolean isLossless() {
    return option(Images.class, "lossless flag").lossless();
  }

  /**
   * Returns the number of rows in a tile that WEBP stores as an image.
   *
   * @throws InvalidRequestException if the filter has another type
   */
  public int yExtent() {
    return option(Images.class, "y extent").yExtent();
  }

  /**
   * Returns the number of bytes in a row of a tile that WEBP stores as an image.
   *
   * @throws InvalidRequestException if the filter has another type
   */
  public int xExtent() {
    return option(Images.class, "x extent").xExtent();
  }

  /**
   * Returns whether decoded values can differ from the written ones. True for SCALE_FLOAT and lossy
   * WEBP.
   */
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
   * Returns the name and the relevant options, such as {@code ZSTD 5}, {@code BYTESHUFFLE} or
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
