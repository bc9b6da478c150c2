package io.azulejo.arrow;

import io.azulejo.schema.Datatype;
import org.jspecify.annotations.Nullable;

/**
 * The conversion between the values of an array type and an Arrow type.
 *
 * @param kind the kind of conversion
 * @param factor the number of Arrow units per array unit for {@code SCALED}; otherwise 1
 * @param natIsNull whether NaT, the smallest value of a datetime, is null in Arrow
 */
record LeafForm(Kind kind, long factor, boolean natIsNull) {
  /** The kind of conversion, described from array to Arrow. */
  enum Kind {
    /** The bytes are the same. */
    SAME,
    /** A byte becomes a bit. */
    BITS,
    /** A 64-bit number becomes a 32-bit number. */
    NARROWED,
    /** A number is multiplied by the factor. */
    SCALED,
    /** A month becomes the number of its first day. */
    MONTHS,
    /** A year becomes the number of its first day. */
    YEARS
  }

  private static final LeafForm SAME = new LeafForm(Kind.SAME, 1, false);

  /**
   * Returns the Arrow type for single values of an array type.
   *
   * @param type the array type; must not be text or binary
   * @param asStored whether to write datetimes and times as integers
   */
  static ArrowType arrow(Datatype type, boolean asStored) {
    if (type == Datatype.BOOL) {
      return ArrowType.of(ArrowType.Kind.BOOL);
    }
    if (type.isInteger()) {
      return ArrowType.integer(type.size(), !type.isUnsigned());
    }
    if (type.isFloatingPoint()) {
      return ArrowType.floating(type.size());
    }
    if (asStored) {
      return ArrowType.integer(Long.BYTES, true);
    }
    return switch (type) {
      case DATETIME_DAY, DATETIME_MONTH, DATETIME_YEAR -> ArrowType.of(ArrowType.Kind.DATE32);
      case DATETIME_WEEK, DATETIME_HR, DATETIME_MIN, DATETIME_SEC ->
          ArrowType.time(ArrowType.Kind.TIMESTAMP, ArrowType.SECOND);
      case DATETIME_MS -> ArrowType.time(ArrowType.Kind.TIMESTAMP, ArrowType.MILLISECOND);
      case DATETIME_US -> ArrowType.time(ArrowType.Kind.TIMESTAMP, ArrowType.MICROSECOND);
      case DATETIME_NS -> ArrowType.time(ArrowType.Kind.TIMESTAMP, ArrowType.NANOSECOND);
      default -> ArrowType.integer(Long.BYTES, true);
    };
  }

  /**
   * Returns the array type that corresponds to an Arrow type without field metadata.
   *
   * @throws IllegalArgumentException if the type is not a {@link ArrowType#isLeaf leaf} type
   */
  static Datatype natural(ArrowType type) {
    return switch (type.kind()) {
      case BOOL -> Datatype.BOOL;
      case FLOAT -> type.size() == Float.BYTES ? Datatype.FLOAT32 : Datatype.FLOAT64;
      case INT -> integer(type);
      case DATE32 -> Datatype.DATETIME_DAY;
      case DATE64 -> Datatype.DATETIME_MS;
      case TIMESTAMP -> datetime(type.unit());
      case TIME32, TIME64, DURATION -> time(type.unit());
      default -> throw new IllegalArgumentException(type + " is not a type of single values");
    };
  }

  static Datatype integer(ArrowType type) {
    return switch (type.size()) {
      case 1 -> type.signed() ? Datatype.INT8 : Datatype.UINT8;
      case 2 -> type.signed() ? Datatype.INT16 : Datatype.UINT16;
      case 4 -> type.signed() ? Datatype.INT32 : Datatype.UINT32;
      default -> type.signed() ? Datatype.INT64 : Datatype.UINT64;
    };
  }

  private static Datatype datetime(int unit) {
    return switch (unit) {
      case ArrowType.SECOND -> Datatype.DATETIME_SEC;
      case ArrowType.MILLISECOND -> Datatype.DATETIME_MS;
      case ArrowType.MICROSECOND -> Datatype.DATETIME_US;
      default -> Datatype.DATETIME_NS;
    };
  }

  private static Datatype time(int unit) {
    return switch (unit) {
      case ArrowType.SECOND -> Datatype.TIME_SEC;
      case ArrowType.MILLISECOND -> Datatype.TIME_MS;
      case ArrowType.MICROSECOND -> Datatype.TIME_US;
      default -> Datatype.TIME_NS;
    };
  }

  /** Returns the conversion between two types, or null if there is none. */
  static @Nullable LeafForm of(Datatype type, ArrowType arrow) {
    if (type == Datatype.BOOL || arrow.kind() == ArrowType.Kind.BOOL) {
      return type == Datatype.BOOL && arrow.kind() == ArrowType.Kind.BOOL
          ? new LeafForm(Kind.BITS, 1, false)
          : null;
    }
    if (arrow.kind() == ArrowType.Kind.INT) {
      boolean counted = type.isDatetime() || type.isTime();
      Datatype integer = integer(arrow);
      return integer == type || (counted && integer == Datatype.INT64) ? SAME : null;
    }
    if (!arrow.isLeaf()) {
      return null;
    }
    if (natural(arrow) == type) {
      boolean small = arrow.bits() == Integer.SIZE && type.size() == Long.BYTES;
      return new LeafForm(small ? Kind.NARROWED : Kind.SAME, 1, type.isDatetime());
    }
    if (arrow.kind() == ArrowType.Kind.DATE32) {
      return switch (type) {
        case DATETIME_MONTH -> new LeafForm(Kind.MONTHS, 1, true);
        case DATETIME_YEAR -> new LeafForm(Kind.YEARS, 1, true);
        default -> null;
      };
    }
    if (arrow.kind() == ArrowType.Kind.TIMESTAMP && arrow.unit() == ArrowType.SECOND) {
      return switch (type) {
        case DATETIME_WEEK -> new LeafForm(Kind.SCALED, 604_800, true);
        case DATETIME_HR -> new LeafForm(Kind.SCALED, 3_600, true);
        case DATETIME_MIN -> new LeafForm(Kind.SCALED, 60, true);
        default -> null;
      };
    }
    return null;
  }
}
