package io.azulejo.arrow;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Converts numbers and times from one type to another. Fails if a value would change; only FLOAT64
 * to FLOAT32 rounds.
 */
final class ValueCast {
  /** The number of significant bits of a FLOAT64. */
  private static final int DOUBLE_BITS = 53;

  private static final int FLOAT_BITS = 24; // of a FLOAT32

  private ValueCast() {}

  /**
   * Converts all values of a column and returns them in little-endian order.
   *
   * @param count the number of values, which can exceed the number of cells
   * @throws InvalidRequestException if the types are not compatible, or a value does not fit and
   *     its cell is not null
   */
  static byte[] values(Column cells, Datatype type, int count) {
    Datatype from = cells.type();
    // Treat all values as a column with one value per cell.
    Column values = new FixedColumn(cells.name(), from, 1, count, cells.array(), null);
    ByteBuffer out =
        ByteBuffer.wrap(ArrowCast.bytes(cells, (long) count * type.size()))
            .order(ByteOrder.LITTLE_ENDIAN);
    if (type.isFloatingPoint() && (from.isFloatingPoint() || from.isInteger())) {
      floating(cells, values, type, out);
      return out.array();
    }
    boolean times = from.isDatetime() && type.isDatetime() || from.isTime() && type.isTime();
    boolean counts =
        from.isInteger() && type.isIntegerValued() || from.isIntegerValued() && type.isInteger();
    if (from.isFloatingPoint() || !(times || counts)) {
      throw new InvalidRequestException(
          "cannot convert column \"%s\" from %s to %s".formatted(cells.name(), from, type));
    }
    long up = 1;
    long down = 1;
    if (times) {
      long before = nanos(cells, from);
      long after = nanos(cells, type);
      up = before >= after ? before / after : 1;
      down = before >= after ? 1 : after / before;
    }
    int row = 0;
    for (int i = 0; i < count; i++) {
      long value = values.getLong(i);
      long cast = value;
      if (times && value != Long.MIN_VALUE) {
        boolean fits = value % down == 0 && Math.abs(value / down) <= Long.MAX_VALUE / up;
        cast = fits ? value / down * up : 0;
        row = fits ? row : row(cells, row, i);
        if (!fits && !cells.isNull(row)) {
          throw ArrowCast.wrong(
              cells, row, "value %d cannot be represented as %s".formatted(value, type));
        }
      } else if (!times && !fits(from, type, value)) {
        row = row(cells, row, i);
        requireNull(cells, row, text(cells, value), type);
        cast = 0;
      }
      put(out, type, cast);
    }
    return out.array();
  }

  private static void floating(Column cells, Column values, Datatype type, ByteBuffer out) {
    boolean integers = cells.type().isInteger();
    boolean unsigned = cells.type() == Datatype.UINT64;
    boolean single = type == Datatype.FLOAT32;
    int row = 0;
    for (int i = 0; i < values.rows(); i++) {
      double value = values.getDouble(i);
      if (unsigned && values.getLong(i) < 0) {
        value += 0x1p64;
      }
      boolean fits =
          integers
              ? isExact(values.getLong(i), unsigned, single ? FLOAT_BITS : DOUBLE_BITS)
              : !single || Double.isInfinite(value) || !Float.isInfinite((float) value);
      if (!fits) {
        row = row(cells, row, i);
        requireNull(
            cells, row, integers ? text(cells, values.getLong(i)) : Double.toString(value), type);
        value = 0;
      }
      if (single) {
        out.putFloat((float) value);
      } else {
        out.putDouble(value);
      }
    }
  }

  /** Returns whether a number with {@code bits} significant bits can represent a value exactly. */
  private static boolean isExact(long value, boolean unsigned, int bits) {
    long size = unsigned ? value : Math.abs(value);
    return Long.SIZE - Long.numberOfLeadingZeros(size) - Long.numberOfTrailingZeros(size) <= bits;
  }

  /**
   * Returns the row that contains a value.
   *
   * @param first a row at or before the result, where the search starts
   * @param value the index of the value in the column
   */
  private static int row(Column cells, int first, int value) {
    long at = (long) value * cells.type().size();
    int row = first;
    while (row < cells.rows() - 1 && cells.end(row) <= at) {
      row++;
    }
    return row;
  }

  private static String text(Column cells, long value) {
    return cells.type() == Datatype.UINT64 ? Long.toUnsignedString(value) : Long.toString(value);
  }

  /** Throws unless the cell is null. The value below a null is arbitrary and may be lost. */
  private static void requireNull(Column cells, int row, String value, Datatype type) {
    if (!cells.isNull(row)) {
      throw ArrowCast.wrong(
          cells, row, "value %s cannot be represented as %s".formatted(value, type));
    }
  }

  private static boolean fits(Datatype from, Datatype to, long value) {
    boolean huge = from == Datatype.UINT64 && value < 0;
    if (to == Datatype.BOOL) {
      return value == 0 || value == 1;
    }
    int bits = to.size() * Byte.SIZE;
    if (to.isUnsigned()) {
      return bits == Long.SIZE ? huge || value >= 0 : !huge && value >= 0 && value < 1L << bits;
    }
    return !huge && (bits == Long.SIZE || value >= -(1L << (bits - 1)) && value < 1L << (bits - 1));
  }

  private static void put(ByteBuffer out, Datatype type, long value) {
    switch (type.size()) {
      case 1 -> out.put((byte) value);
      case 2 -> out.putShort((short) value);
      case 4 -> out.putInt((int) value);
      default -> out.putLong(value);
    }
  }

  /**
   * Returns the length of a type's time unit (nanoseconds). Throws if the length varies or is less
   * than a nanosecond.
   */
  private static long nanos(Column cells, Datatype type) {
    boolean timed = type.isDatetime() || type.isTime();
    long nanos = timed ? Datatype.Unit.NS.countIn(type.unit()) : 0;
    if (nanos == 0) {
      throw new InvalidRequestException(
          "column \"%s\": times of type %s cannot be converted to another unit"
              .formatted(cells.name(), type));
    }
    return nanos;
  }
}
