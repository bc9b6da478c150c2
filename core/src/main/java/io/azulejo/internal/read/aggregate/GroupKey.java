package io.azulejo.internal.read.aggregate;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.Calendar;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Grouping;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A key that defines groups: a field, or a column derived from it.
 *
 * @param grouping the grouping that the user requested
 * @param source the field to read
 * @param key the column of the keys: the source itself, or the derived column
 */
record GroupKey(Grouping grouping, OutputField source, OutputField key) {
  /**
   * Creates the key of a grouping.
   *
   * @throws InvalidRequestException if the grouping does not fit the type of the field
   */
  static GroupKey of(Grouping grouping, OutputField source) {
    Datatype type = source.type();
    boolean single = source.cellValNum() == 1;
    return switch (grouping.function()) {
      case VALUE -> new GroupKey(grouping, source, source);
      case BIN -> {
        boolean number =
            type.isFloatingPoint()
                || (type.isInteger() && type != Datatype.BOOL && type != Datatype.CHAR);
        if (!single || !number) {
          throw new InvalidRequestException(
              "%s: \"%s\" holds %s, but intervals need numbers%s"
                  .formatted(
                      grouping,
                      source.name(),
                      described(source),
                      type.isDatetime() ? "; write hour, day or month of it, for example" : ""));
        }
        boolean whole = isWhole(grouping.width()) && !type.isFloatingPoint();
        Datatype made =
            !whole ? Datatype.FLOAT64 : type.isUnsigned() ? Datatype.UINT64 : Datatype.INT64;
        yield new GroupKey(grouping, source, made(grouping, made, source.nullable()));
      }
      default -> {
        if (!single || !type.isDatetime()) {
          throw new InvalidRequestException(
              ("%s: \"%s\" holds %s, but %s needs datetimes; write bin(%s, WIDTH) for"
                      + " intervals of numbers")
                  .formatted(
                      grouping,
                      source.name(),
                      described(source),
                      grouping.function().word(),
                      source.name()));
        }
        calendar(grouping, source);
        Datatype made = Calendar.typeOf(grouping.function());
        boolean nullable = source.nullable() || made == Datatype.INT64;
        yield new GroupKey(grouping, source, made(grouping, made, nullable));
      }
    };
  }

  /** Describes the type of a field for messages. */
  static String described(OutputField field) {
    if (field.isVar()) {
      return "a variable number of " + field.type() + " per cell";
    }
    return field.cellValNum() == 1
        ? field.type().toString()
        : field.cellValNum() + " " + field.type() + " per cell";
  }

  private static Calendar calendar(Grouping grouping, OutputField source) {
    try {
      return new Calendar(source.type(), grouping.function());
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(
          "%s: \"%s\" is %s, which has no %s; write year(%s), or just the name"
              .formatted(
                  grouping,
                  source.name(),
                  source.type(),
                  grouping.function().word().replace('_', ' '),
                  source.name()),
          null,
          e);
    }
  }

  private static OutputField made(Grouping grouping, Datatype type, boolean nullable) {
    return new OutputField(grouping.column(), type, 1, nullable, -1, type.defaultFill(), true);
  }

  private static boolean isWhole(double width) {
    return width == Math.rint(width) && width < Long.MAX_VALUE;
  }

  /** Returns the same key of another form of the field. */
  GroupKey with(OutputField other) {
    return new GroupKey(grouping, other, isField() ? other : key);
  }

  /** Returns whether the key is the field itself. */
  boolean isField() {
    return key == source;
  }

  /**
   * Returns the keys of the cells in a batch. If the key is the field itself, this is the batch's
   * own column.
   */
  Column of(Batch batch) {
    Column cells = batch.column(source.name());
    if (isField()) {
      return cells;
    }
    int rows = batch.rows();
    ByteBuffer data = ByteBuffer.allocate(rows * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    byte[] validity = key.nullable() ? new byte[rows] : null;
    if (validity != null) {
      cells.copyValidity(validity, 0);
    }
    if (grouping.function() != Grouping.Function.BIN) {
      periods(cells, rows, data, validity);
    } else if (key.type() == Datatype.FLOAT64) {
      DecimalIntervals intervals =
          new DecimalIntervals(grouping.width(), source.type() == Datatype.FLOAT32);
      for (int row = 0; row < rows; row++) {
        data.putDouble(intervals.low(cells.getDouble(row)));
      }
    } else {
      intervals(cells, rows, data);
    }
    return new FixedColumn(key.name(), key.type(), 1, rows, data.array(), validity);
  }

  private void periods(Column cells, int rows, ByteBuffer data, byte[] validity) {
    Calendar calendar = calendar(grouping, source);
    boolean number = key.type() == Datatype.INT64;
    for (int row = 0; row < rows; row++) {
      long period = calendar.of(cells.getLong(row));
      data.putLong(period);
      if (number && period == Long.MIN_VALUE) {
        validity[row] = 0;
      }
    }
  }

  private void intervals(Column cells, int rows, ByteBuffer data) {
    long width = (long) grouping.width();
    boolean unsigned = key.type() == Datatype.UINT64;
    for (int row = 0; row < rows; row++) {
      long value = cells.getLong(row);
      long low =
          (unsigned ? Long.divideUnsigned(value, width) : Math.floorDiv(value, width)) * width;
      data.putLong(!unsigned && low > value ? Long.MIN_VALUE : low);
    }
  }
}
