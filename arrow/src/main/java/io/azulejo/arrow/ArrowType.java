package io.azulejo.arrow;

/**
 * An Arrow type that columns can be written to or read from.
 *
 * @param kind the kind of type
 * @param size the size of a value in bytes ({@code INT}, {@code FLOAT}, {@code FIXED_BINARY}), or
 *     the number of values per list ({@code FIXED_LIST}); otherwise 0
 * @param signed whether an {@code INT} is signed; otherwise false
 * @param unit Arrow's code for a time unit: 0 seconds, 1 milliseconds, 2 microseconds, 3
 *     nanoseconds; 0 for types without a unit
 */
record ArrowType(Kind kind, int size, boolean signed, int unit) {
  /** The kind of a type. */
  enum Kind {
    INT,
    FLOAT,
    BOOL,
    UTF8,
    LARGE_UTF8,
    BINARY,
    LARGE_BINARY,
    UTF8_VIEW,
    BINARY_VIEW,
    FIXED_BINARY,
    LIST,
    LARGE_LIST,
    FIXED_LIST,
    DATE32,
    DATE64,
    TIME32,
    TIME64,
    TIMESTAMP,
    DURATION
  }

  static final int SECOND = 0;
  static final int MILLISECOND = 1;
  static final int MICROSECOND = 2;
  static final int NANOSECOND = 3;

  static ArrowType of(Kind kind) {
    return new ArrowType(kind, 0, false, 0);
  }

  static ArrowType integer(int size, boolean signed) {
    return new ArrowType(Kind.INT, size, signed, 0);
  }

  static ArrowType floating(int size) {
    return new ArrowType(Kind.FLOAT, size, false, 0);
  }

  static ArrowType sized(Kind kind, int size) {
    return new ArrowType(kind, size, false, 0);
  }

  static ArrowType time(Kind kind, int unit) {
    return new ArrowType(kind, 0, false, unit);
  }

  /** Returns whether cells are text or binary data of variable length. */
  boolean isText() {
    return switch (kind) {
      case UTF8, LARGE_UTF8, BINARY, LARGE_BINARY, UTF8_VIEW, BINARY_VIEW -> true;
      default -> false;
    };
  }

  /** Returns whether cells are views, which have a length and a location instead of offsets. */
  boolean isView() {
    return kind == Kind.UTF8_VIEW || kind == Kind.BINARY_VIEW;
  }

  /** Returns whether cells are lists of variable length. */
  boolean isList() {
    return kind == Kind.LIST || kind == Kind.LARGE_LIST;
  }

  /** Returns whether the offsets are 64-bit numbers. */
  boolean isLarge() {
    return kind == Kind.LARGE_UTF8 || kind == Kind.LARGE_BINARY || kind == Kind.LARGE_LIST;
  }

  /** Returns whether cells are single numbers, booleans, dates or times. */
  boolean isLeaf() {
    return !isText() && !isList() && kind != Kind.FIXED_LIST && kind != Kind.FIXED_BINARY;
  }

  /** Returns the width of a single value (bits). Only valid for {@link #isLeaf leaf} types. */
  int bits() {
    return switch (kind) {
      case BOOL -> 1;
      case INT, FLOAT -> size * Byte.SIZE;
      case DATE32, TIME32 -> Integer.SIZE;
      default -> Long.SIZE;
    };
  }

  @Override
  public String toString() {
    String unitName = new String[] {"s", "ms", "us", "ns"}[unit];
    return switch (kind) {
      case INT -> (signed ? "Int" : "UInt") + size * Byte.SIZE;
      case FLOAT -> "Float" + size * Byte.SIZE;
      case BOOL -> "Bool";
      case UTF8 -> "Utf8";
      case LARGE_UTF8 -> "LargeUtf8";
      case BINARY -> "Binary";
      case LARGE_BINARY -> "LargeBinary";
      case UTF8_VIEW -> "Utf8View";
      case BINARY_VIEW -> "BinaryView";
      case FIXED_BINARY -> "FixedSizeBinary(" + size + ")";
      case LIST -> "List";
      case LARGE_LIST -> "LargeList";
      case FIXED_LIST -> "FixedSizeList(" + size + ")";
      case DATE32 -> "Date32";
      case DATE64 -> "Date64";
      case TIME32 -> "Time32(" + unitName + ")";
      case TIME64 -> "Time64(" + unitName + ")";
      case TIMESTAMP -> "Timestamp(" + unitName + ")";
      case DURATION -> "Duration(" + unitName + ")";
    };
  }
}
