package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import java.util.ArrayList;
import java.util.List;

/**
 * Validation rules for the filter pipeline of a field. Filters are checked in write order, each
 * against the value type that the preceding filters produce.
 */
final class FilterRules {
  private static final int MAX_GZIP_LEVEL = 9;
  private static final int MAX_BZIP2_LEVEL = 9;

  /**
   * Size in bytes of the metadata of a filter with a single part: the part count and the part's
   * length.
   */
  private static final int COUNT_AND_LENGTH = 2 * Integer.BYTES;

  private static final int MD5_BYTES = 16;
  private static final int SHA256_BYTES = 32;

  private final String field;
  private final boolean text;
  private final boolean variable;
  private final int cellSize;

  /** The type of the values that the next filter receives. */
  private Datatype type;

  /** The number of filters checked so far. */
  private int position;

  /**
   * Size in bytes of each metadata part that the next compressor receives; 0 if the size varies.
   */
  private final List<Integer> metadata = new ArrayList<>();

  /** Whether the data are known to consist of whole values. */
  private boolean wholeValues = true;

  /** Factor of the data size: the size is a multiple of {@code unit}, plus {@code added} bytes. */
  private int unit;

  /** Total size in bytes of the headers that DELTA filters add. */
  private int added;

  /** Whether the data were produced by a compressor. */
  private boolean compressed;

  /** Whether a filter has reduced the width of the values. */
  private boolean reduced;

  private FilterRules(String field, Datatype type, int cellValNum) {
    this.field = field;
    this.type = type;
    this.variable = cellValNum == Attribute.VAR;
    this.text = variable && (type == Datatype.STRING_ASCII || type == Datatype.STRING_UTF8);
    this.cellSize = variable ? type.size() : type.size() * cellValNum;
    this.unit = cellSize;
  }

  /**
   * Checks the filters of a field. For image filters, checks only what does not depend on the
   * array.
   *
   * @param field description of the field for error messages
   * @param cellValNum number of values per cell, or {@link Attribute#VAR}
   * @throws io.azulejo.error.InvalidRequestException if a filter cannot be used at its position
   */
  static void check(String field, Datatype type, int cellValNum, FilterPipeline pipeline) {
    checkNotEncrypted(field, pipeline);
    FilterRules rules = new FilterRules(field, type, cellValNum);
    for (Filter filter : pipeline.filters()) {
      rules.add(filter);
      rules.position++;
    }
  }

  private void add(Filter filter) {
    switch (filter.type()) {
      case GZIP, ZSTD, LZ4, RLE, BZIP2, DICTIONARY, DELTA, DOUBLE_DELTA -> addCompression(filter);
      case BIT_WIDTH_REDUCTION -> {
        checkReducible("BIT_WIDTH_REDUCTION");
        checkWindow("BIT_WIDTH_REDUCTION", filter.maxWindow());
        reduced = true;
        metadata.add(0, 0);
      }
      case POSITIVE_DELTA -> {
        checkReducible("POSITIVE_DELTA");
        checkWindow("POSITIVE_DELTA", filter.maxWindow());
        checkRising();
        metadata.add(0, 0);
      }
      case BYTESHUFFLE -> metadata.add(0, COUNT_AND_LENGTH);
      case BITSHUFFLE -> metadata.add(0, bitShuffleMetadata());
      case XOR -> {
        checkIntegers("XOR", type.size());
        metadata.add(0, COUNT_AND_LENGTH);
        type = signed(type.size());
      }
      case SCALE_FLOAT -> addScaleFloat(filter);
      case CHECKSUM_MD5 -> addChecksum(MD5_BYTES);
      case CHECKSUM_SHA256 -> addChecksum(SHA256_BYTES);
      case WEBP -> {
        ImageRules.checkFilter(field, type, wholeValues, filter);
        metadata.add(0, COUNT_AND_LENGTH);
      }
      case AES_256_GCM -> throw new AssertionError("encryption was rejected before");
      case NONE -> {}
    }
  }

  /** Checks that a pipeline does not contain the encryption filter. */
  static void checkNotEncrypted(String field, FilterPipeline pipeline) {
    require(
        !pipeline.has(Filter.Type.AES_256_GCM),
        "%s: AES_256_GCM cannot be set in a schema; create the array with a key instead",
        field);
  }

  private void addCompression(Filter filter) {
    boolean whole = false;
    switch (filter.type()) {
      case GZIP -> checkGzipLevel(filter.level());
      case BZIP2 -> checkBzip2Level(filter.level());
      case RLE -> addRle();
      case DICTIONARY -> checkDictionary();
      case DELTA -> {
        reinterpret("DELTA", filter.reinterpret());
        // The output consists of an eight-byte count and the values.
        added += Long.BYTES;
        whole = wholeValues;
      }
      case DOUBLE_DELTA -> reinterpret("DOUBLE_DELTA", filter.reinterpret());
      default -> {}
    }
    wholeValues = whole;
    compressed = true;
    int parts = metadata.size() + 1;
    metadata.clear();
    metadata.add(COUNT_AND_LENGTH * (parts + 1));
  }

  private void checkGzipLevel(int level) {
    require(
        level <= MAX_GZIP_LEVEL,
        "%s: GZIP level %d is out of range (0..%d, or -1 for the default)",
        field,
        level,
        MAX_GZIP_LEVEL);
  }

  private void checkBzip2Level(int level) {
    require(
        level <= MAX_BZIP2_LEVEL,
        "%s: BZIP2 level %d is out of range (1..%d)",
        field,
        level,
        MAX_BZIP2_LEVEL);
  }

  private void addRle() {
    if (text) {
      checkFirst("RLE");
      return;
    }
    checkIntegers("RLE", cellSize);
    metadata.forEach(this::checkWholeCells);
    if (added % gcd(unit, cellSize) != 0) {
      checkWholeCells(added);
    }
  }

  private void checkWholeCells(int length) {
    require(
        length % cellSize == 0,
        "%s: RLE works on whole cells of %d bytes, but the filter before it adds %d"
            + " bytes; make RLE the first filter",
        field,
        cellSize,
        length);
  }

  /**
   * Returns the size of BITSHUFFLE's metadata in bytes. The metadata contain an additional length
   * if the data size is not a multiple of eight. If that is unknown, prefers a size that is a whole
   * number of cells.
   */
  private int bitShuffleMetadata() {
    boolean noRemainder =
        !wholeValues || unit % Long.BYTES == 0 || COUNT_AND_LENGTH % cellSize == 0;
    return noRemainder ? COUNT_AND_LENGTH : COUNT_AND_LENGTH + Integer.BYTES;
  }

  private static int gcd(int one, int other) {
    return other == 0 ? one : gcd(other, one % other);
  }

  private void checkDictionary() {
    require(
        text,
        "%s: DICTIONARY applies to STRING_ASCII and STRING_UTF8 of variable size, not to"
            + " %s; use RLE or an enumeration",
        field,
        type.isString() && !variable ? type + " of fixed size" : type);
    checkFirst("DICTIONARY");
  }

  private void checkFirst(String name) {
    require(
        position == 0,
        "%s: %s of strings must be the first filter, but is number %d; move it to the front",
        field,
        name,
        position + 1);
  }

  private void reinterpret(String name, Datatype other) {
    if (other != Datatype.ANY) {
      type = other;
    }
    require(
        !type.isFloatingPoint(),
        "%s: %s applies to integers, not to %s; set its reinterpret type to %s",
        field,
        name,
        type,
        signed(type.size()));
    checkIntegers(name, type.isString() ? 1 : type.size());
  }

  private void checkReducible(String name) {
    require(
        type.isIntegerValued() || (type.isBytes() && type != Datatype.ANY),
        "%s: %s applies to integers, datetimes, times and blobs, not to %s; remove it",
        field,
        name,
        type);
  }

  private void checkWindow(String name, int window) {
    require(
        Integer.compareUnsigned(window, type.size()) >= 0,
        "%s: %s has a window of %s bytes, less than a value of %s; set it to %d or more",
        field,
        name,
        Integer.toUnsignedString(window),
        type,
        type.size());
  }

  private void checkRising() {
    require(
        !compressed,
        "%s: POSITIVE_DELTA needs values that never decrease, not compressed data; move"
            + " it before the compression",
        field);
  }

  private void addScaleFloat(Filter filter) {
    require(
        type.size() == Float.BYTES || type.size() == Double.BYTES,
        "%s: SCALE_FLOAT applies to values of 4 or 8 bytes, not to %s; remove it",
        field,
        type);
    long width = filter.byteWidth();
    require(
        width == 1 || width == 2 || width == 4 || width == 8,
        "%s: SCALE_FLOAT stores integers of 1, 2, 4 or 8 bytes, not of %s",
        field,
        Long.toUnsignedString(width));
    require(
        Double.isFinite(filter.scale()) && filter.scale() != 0 && Double.isFinite(filter.offset()),
        "%s: SCALE_FLOAT has scale %s and offset %s; both must be finite, and the scale"
            + " must not be 0",
        field,
        filter.scale(),
        filter.offset());
    require(
        !compressed && !reduced,
        "%s: SCALE_FLOAT rounds, which would damage compressed data; make it the first filter",
        field);
    metadata.add(0, COUNT_AND_LENGTH);
    unit = Math.max(1, unit / type.size() * (int) width);
    type = signed((int) width);
  }

  private void addChecksum(int digest) {
    metadata.add(0, COUNT_AND_LENGTH + (metadata.size() + 1) * (Long.BYTES + digest));
  }

  private void checkIntegers(String name, int size) {
    require(
        wholeValues || size == 1,
        "%s: %s works on whole values of %d bytes, not on compressed data; move it before"
            + " the compression",
        field,
        name,
        size);
  }

  private static Datatype signed(int size) {
    return switch (size) {
      case 1 -> Datatype.INT8;
      case 2 -> Datatype.INT16;
      case 4 -> Datatype.INT32;
      default -> Datatype.INT64;
    };
  }
}
