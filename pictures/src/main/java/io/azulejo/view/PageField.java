package io.azulejo.view;

import io.azulejo.error.InvalidRequestException;
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

/** A field of single numbers, datetimes or times, that can be an axis or a colour. */
final class PageField {
  private final String name;
  private final Datatype type;
  private final boolean dimension;
  private final Column fill;

  private PageField(String name, Datatype type, boolean dimension, Column fill) {
    this.name = name;
    this.type = type;
    this.dimension = dimension;
    this.fill = fill;
  }

  /**
   * The field of a name.
   *
   * @throws InvalidRequestException if there is none, or it is not of single numbers
   */
  static PageField of(OpenedArray opened, String name) {
    ArraySchema schema = opened.array().schema();
    Optional<PageField> field =
        schema
            .dimension(name)
            .flatMap(PageField::of)
            .or(
                () ->
                    schema
                        .attribute(name)
                        .flatMap(a -> of(a, schema.isDense() && !opened.isFilled())));
    return field.orElseThrow(
        () ->
            new InvalidRequestException(
                "\"%s\" is no field of single numbers of this array".formatted(name)));
  }

  /** A dimension, unless it is one of texts. */
  static Optional<PageField> of(Dimension dimension) {
    return dimension.isVar() || dimension.type().isString()
        ? Optional.empty()
        : Optional.of(new PageField(dimension.name(), dimension.type(), true, null));
  }

  /**
   * An attribute, if it is one of single numbers that are not indexes of an enumeration.
   *
   * @param gaps whether there may be cells that were never written, which have the fill value
   */
  static Optional<PageField> of(Attribute attribute, boolean gaps) {
    Datatype type = attribute.type();
    boolean number = type.isFloatingPoint() || type.isIntegerValued();
    if (!number || attribute.cellValNum() != 1 || attribute.enumeration().isPresent()) {
      return Optional.empty();
    }
    Column fill =
        gaps ? new FixedColumn(attribute.name(), type, 1, 1, attribute.fill(), null) : null;
    return Optional.of(new PageField(attribute.name(), type, false, fill));
  }

  String name() {
    return name;
  }

  Datatype type() {
    return type;
  }

  boolean isDimension() {
    return dimension;
  }

  /**
   * The value of a row.
   *
   * @return NaN where there is none: null, or in a dense array never written
   */
  double value(Column column, int row) {
    if (column.isNull(row)) {
      return Double.NaN;
    }
    if (type.isFloatingPoint()) {
      double value = column.getDouble(row);
      return fill != null && value == fill.getDouble(0) ? Double.NaN : value;
    }
    long bits = column.getLong(row);
    return fill != null && bits == fill.getLong(0) ? Double.NaN : number(bits);
  }

  /** An integer of the type as a number. */
  double number(long bits) {
    return type == Datatype.UINT64 && bits < 0 ? bits + 0x1p64 : bits;
  }

  /** The lower end of a range of the type. */
  double low(Range range) {
    return range instanceof Range.Doubles doubles
        ? doubles.low()
        : number(((Range.Longs) range).low());
  }

  /** The upper end of a range of the type. */
  double high(Range range) {
    return range instanceof Range.Doubles doubles
        ? doubles.high()
        : number(((Range.Longs) range).high());
  }

  /** The values from low on, included, to high, excluded; empty where there are none. */
  Optional<Range> range(double low, double high) {
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

  /** The bits of the integer next to a number that the type can hold. */
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

  /** The condition that the attribute is within a range. */
  Condition within(Range range) {
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
