package io.azulejo.plot.bins;

import io.azulejo.Array;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * A field whose cells are single numbers, dates or times, for an axis or for colors.
 *
 * @param fill the fill value of unwritten cells; null if no value means "unwritten"
 */
public record NumberField(String name, Datatype type, boolean isDimension, Column fill) {
  /**
   * Returns the field of a column. In a dense array, the fill value of an attribute means
   * "unwritten".
   */
  public static NumberField ofColumn(Array array, String name, Datatype type) {
    Optional<Attribute> attribute = array.schema().attribute(name);
    Column fill =
        attribute.filter(a -> array.schema().isDense()).map(NumberField::fill).orElse(null);
    return new NumberField(name, type, attribute.isEmpty(), fill);
  }

  /** Returns the field of a dimension, or empty if its coordinates are strings. */
  public static Optional<NumberField> of(Dimension dimension) {
    return dimension.isVar() || dimension.type().isString()
        ? Optional.empty()
        : Optional.of(new NumberField(dimension.name(), dimension.type(), true, null));
  }

  /**
   * Returns the field of an attribute, or empty unless its cells are single numbers outside an
   * enumeration.
   *
   * @param gaps whether cells may be unwritten, so that the fill value means "unwritten"
   */
  public static Optional<NumberField> of(Attribute attribute, boolean gaps) {
    Datatype type = attribute.type();
    boolean number = type.isFloatingPoint() || type.isIntegerValued();
    if (!number || attribute.cellValNum() != 1 || attribute.enumeration().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        new NumberField(attribute.name(), type, false, gaps ? fill(attribute) : null));
  }

  private static Column fill(Attribute attribute) {
    return new FixedColumn(attribute.name(), attribute.type(), 1, 1, attribute.fill(), null);
  }

  /** Returns the index of this dimension in an array. */
  public int index(ArraySchema schema) {
    return schema.dimensions().indexOf(schema.dimension(name).orElseThrow());
  }

  /**
   * Returns the value of a row.
   *
   * @return the value, or NaN for null, NaT and unwritten cells
   */
  public double value(Column column, int row) {
    if (column.isNull(row)) {
      return Double.NaN;
    }
    if (type.isFloatingPoint()) {
      double value = column.getDouble(row);
      return fill != null && value == fill.getDouble(0) ? Double.NaN : value;
    }
    long bits = column.getLong(row);
    boolean missing =
        fill != null && bits == fill.getLong(0) || bits == Long.MIN_VALUE && type.isDatetime();
    return missing ? Double.NaN : number(bits);
  }

  /** Returns the {@linkplain #value value} of each row. */
  public double[] values(Column column) {
    double[] values = new double[column.rows()];
    for (int row = 0; row < values.length; row++) {
      values[row] = value(column, row);
    }
    return values;
  }

  /** Returns the only value of a column that holds the result of an aggregate. */
  public double number(Column column) {
    return type.isFloatingPoint() ? column.getDouble(0) : number(column.getLong(0));
  }

  /**
   * Converts an integer of the type to a double.
   *
   * @param bits the integer; unsigned for UINT64
   */
  public double number(long bits) {
    return type == Datatype.UINT64 && bits < 0 ? bits + 0x1p64 : bits;
  }

  /** Returns the lower end of a range of the type. */
  public double low(Range range) {
    return range instanceof Range.Doubles doubles
        ? doubles.low()
        : number(((Range.Longs) range).low());
  }

  /** Returns the upper end of a range of the type. */
  public double high(Range range) {
    return range instanceof Range.Doubles doubles
        ? doubles.high()
        : number(((Range.Longs) range).high());
  }

  /**
   * Returns the upper end of a range on an axis where each integer has the length 1, exclusive for
   * integers.
   */
  public double end(Range range) {
    return type.isFloatingPoint() ? high(range) : high(range) + 1;
  }

  /** Returns the intersection of two ranges; empty if they are disjoint. */
  public Optional<Range> common(Range a, Range b) {
    Range starts = compare(a, false, b, false) >= 0 ? a : b;
    Range ends = compare(a, true, b, true) <= 0 ? a : b;
    return compare(starts, false, ends, true) > 0
        ? Optional.empty()
        : Optional.of(range(starts, ends));
  }

  /** Returns the least range that contains two ranges. */
  public Range hull(Range a, Range b) {
    return range(compare(a, false, b, false) <= 0 ? a : b, compare(a, true, b, true) >= 0 ? a : b);
  }

  private static Range range(Range start, Range end) {
    return start instanceof Range.Longs longs
        ? Range.of(longs.low(), ((Range.Longs) end).high())
        : Range.of(((Range.Doubles) start).low(), ((Range.Doubles) end).high());
  }

  /** Compares the upper or lower ends of two ranges. */
  private int compare(Range a, boolean highA, Range b, boolean highB) {
    if (a instanceof Range.Longs first && b instanceof Range.Longs second) {
      long flip = type == Datatype.UINT64 ? Long.MIN_VALUE : 0;
      return Long.compare(
          (highA ? first.high() : first.low()) ^ flip,
          (highB ? second.high() : second.low()) ^ flip);
    }
    return Double.compare(highA ? high(a) : low(a), highB ? high(b) : low(b));
  }

  /**
   * Returns the range of the type's values between two numbers.
   *
   * @param low the lower bound, inclusive
   * @param high the upper bound, exclusive
   * @return the range, or empty if it contains no value of the type
   */
  public Optional<Range> range(double low, double high) {
    if (type == Datatype.FLOAT64) {
      double last = Math.nextDown(high);
      return low <= last ? Optional.of(Range.of(low, last)) : Optional.empty();
    }
    if (type == Datatype.FLOAT32) {
      float first = (float) low;
      float last = (float) high;
      first = first < low ? Math.nextUp(first) : first;
      last = last >= high ? Math.nextDown(last) : last;
      return first <= last
          ? Optional.of(Range.of((double) first, (double) last))
          : Optional.empty();
    }
    double first = Math.ceil(low);
    double last = Math.ceil(high) - 1;
    return first <= last ? Optional.of(Range.of(bits(first), bits(last))) : Optional.empty();
  }

  /** Converts a number to the bits of the nearest integer of the type. */
  private long bits(double number) {
    int width = Byte.SIZE * type.size();
    if (!type.isUnsigned()) {
      long most = Long.MAX_VALUE >> Long.SIZE - width;
      return (long) Math.max(-(double) most - 1, Math.min(number, most));
    }
    if (number <= 0) {
      return 0;
    }
    if (number >= Math.scalb(1.0, width)) {
      return -1L >>> Long.SIZE - width;
    }
    return number < 0x1p63 ? (long) number : (long) (number - 0x1p63) ^ Long.MIN_VALUE;
  }

  /** Returns a condition that is true for values within a range. */
  public Condition within(Range range) {
    Condition.Field field = Condition.field(name);
    return range instanceof Range.Doubles doubles
        ? field.between(doubles.low(), doubles.high())
        : field.between(
            literal(((Range.Longs) range).low()), literal(((Range.Longs) range).high()));
  }

  private byte[] literal(long bits) {
    byte[] bytes =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(bits).array();
    return Arrays.copyOf(bytes, type.size());
  }
}
