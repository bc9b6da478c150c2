package io.azulejo.internal.read.condition;

import io.azulejo.internal.condition.Expression;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.Calendar;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.query.Grouping;
import io.azulejo.schema.Datatype;
import java.util.List;

/**
 * Numbers, datetimes or durations computed from the fields of cells, many at a time. Immutable once
 * the fields are placed.
 */
abstract class CellValues {
  /** The kind of the computed values. */
  enum Kind {
    /** 64-bit floating-point numbers. */
    REAL("a number"),
    /** Signed 64-bit integers. */
    INTEGER("a number"),
    /** Unsigned 64-bit integers. */
    UNSIGNED("a number"),
    /** Datetimes, counted in units since 1970. */
    MOMENT("a datetime"),
    /** Durations, counted in units. */
    DURATION("a duration");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** Returns a noun with its article, for messages. */
    String word() {
      return word;
    }

    boolean isNumber() {
      return this == REAL || this == INTEGER || this == UNSIGNED;
    }
  }

  private final Kind kind;
  private final Datatype.Unit unit;

  CellValues(Kind kind, Datatype.Unit unit) {
    this.kind = kind;
    this.unit = unit;
  }

  final Kind kind() {
    return kind;
  }

  /** Returns the unit of datetimes and durations; null for numbers. */
  final Datatype.Unit unit() {
    return unit;
  }

  /** Adds the fields that are used to a list unless they are already there. */
  abstract void place(List<OutputField> fields);

  /**
   * Computes values as integers. Works for all kinds except {@link Kind#REAL}.
   *
   * @param from first row
   * @param count number of rows
   * @param target receives the values, starting at index 0
   */
  abstract void longs(ConditionColumns columns, int from, int count, long[] target);

  /**
   * Computes numbers as floating-point numbers.
   *
   * @param from first row
   * @param count number of rows
   * @param target receives the numbers, starting at index 0
   * @param mask cleared for rows without a number, such as parts of NaT
   * @param at index of the first row in the mask
   */
  void doubles(
      ConditionColumns columns, int from, int count, double[] target, byte[] mask, int at) {
    long[] values = new long[count];
    longs(columns, from, count, values);
    for (int i = 0; i < count; i++) {
      long value = values[i];
      target[i] =
          kind == Kind.UNSIGNED && value < 0 ? 2.0 * (value >>> 1 | value & 1) : (double) value;
    }
  }

  /** The values of one field. */
  static final class OfField extends CellValues {
    private final OutputField field;
    private int place;

    OfField(OutputField field, Kind kind, Datatype.Unit unit) {
      super(kind, unit);
      this.field = field;
    }

    @Override
    void place(List<OutputField> fields) {
      place = field.placeIn(fields);
    }

    @Override
    void longs(ConditionColumns columns, int from, int count, long[] target) {
      CellColumn column = columns.values()[place];
      Datatype type = field.type();
      boolean zeros = type.isUnsigned() || type == Datatype.CHAR;
      int start = column.start() + from * type.size();
      LittleEndian.widen(column.data(), start, type.size(), zeros, count, target);
    }

    @Override
    void doubles(
        ConditionColumns columns, int from, int count, double[] target, byte[] mask, int at) {
      if (kind() != Kind.REAL) {
        super.doubles(columns, from, count, target, mask, at);
        return;
      }
      CellColumn column = columns.values()[place];
      int size = field.type().size();
      LittleEndian.widen(column.data(), column.start() + from * size, size, count, target);
    }
  }

  /** The same value for all cells. */
  static final class Constant extends CellValues {
    private final long integer;
    private final double real;

    private Constant(Kind kind, Datatype.Unit unit, long integer, double real) {
      super(kind, unit);
      this.integer = integer;
      this.real = real;
    }

    static Constant of(double real) {
      return new Constant(Kind.REAL, null, 0, real);
    }

    static Constant of(long integer) {
      return new Constant(Kind.INTEGER, null, integer, integer);
    }

    static Constant of(Kind kind, Datatype.Unit unit, long units) {
      return new Constant(kind, unit, units, units);
    }

    @Override
    void place(List<OutputField> fields) {}

    @Override
    void longs(ConditionColumns columns, int from, int count, long[] target) {
      java.util.Arrays.fill(target, 0, count, integer);
    }

    @Override
    void doubles(
        ConditionColumns columns, int from, int count, double[] target, byte[] mask, int at) {
      java.util.Arrays.fill(target, 0, count, real);
    }
  }

  /** A combination of two operands. */
  private abstract static class Pair extends CellValues {
    final CellValues left;
    final CellValues right;

    Pair(Kind kind, Datatype.Unit unit, CellValues left, CellValues right) {
      super(kind, unit);
      this.left = left;
      this.right = right;
    }

    @Override
    final void place(List<OutputField> fields) {
      left.place(fields);
      right.place(fields);
    }
  }

  /** An arithmetic operation on two numbers. */
  static final class Numbers extends Pair {
    private final Expression.Operation operation;

    Numbers(Expression.Operation operation, CellValues left, CellValues right) {
      super(Kind.REAL, null, left, right);
      this.operation = operation;
    }

    @Override
    void longs(ConditionColumns columns, int from, int count, long[] target) {
      throw new IllegalStateException("these numbers are not integers");
    }

    @Override
    void doubles(
        ConditionColumns columns, int from, int count, double[] target, byte[] mask, int at) {
      double[] second = new double[count];
      left.doubles(columns, from, count, target, mask, at);
      right.doubles(columns, from, count, second, mask, at);
      switch (operation) {
        case PLUS -> {
          for (int i = 0; i < count; i++) {
            target[i] += second[i];
          }
        }
        case MINUS -> {
          for (int i = 0; i < count; i++) {
            target[i] -= second[i];
          }
        }
        case TIMES -> {
          for (int i = 0; i < count; i++) {
            target[i] *= second[i];
          }
        }
        case DIVIDED -> {
          for (int i = 0; i < count; i++) {
            target[i] /= second[i];
          }
        }
      }
    }
  }

  /** A sum or difference of datetimes and durations, in one unit. */
  static final class Times extends Pair {
    private final boolean minus;

    Times(Kind kind, Datatype.Unit unit, boolean minus, CellValues left, CellValues right) {
      super(kind, unit, left, right);
      this.minus = minus;
    }

    @Override
    void longs(ConditionColumns columns, int from, int count, long[] target) {
      long[] second = new long[count];
      left.longs(columns, from, count, target);
      right.longs(columns, from, count, second);
      TimeArithmetic.convert(left.unit(), unit(), target, count);
      TimeArithmetic.convert(right.unit(), unit(), second, count);
      for (int i = 0; i < count; i++) {
        long a = target[i];
        long b = second[i];
        long sum = minus ? a - b : a + b;
        boolean fits = minus ? ((a ^ b) & (a ^ sum)) >= 0 : ((a ^ sum) & (b ^ sum)) >= 0;
        boolean known = a != TimeArithmetic.NONE && b != TimeArithmetic.NONE;
        target[i] = known && fits ? sum : TimeArithmetic.NONE;
      }
    }
  }

  /** A part of a datetime, such as the month, as a number. */
  static final class PartOfDate extends CellValues {
    private final CellValues of;
    private final Calendar calendar;

    /**
     * Creates the values of a part of datetimes.
     *
     * @throws io.azulejo.error.InvalidRequestException if the unit of the datetimes is longer than
     *     the part
     */
    PartOfDate(Expression.Function function, CellValues of) {
      super(Kind.INTEGER, null);
      this.of = of;
      this.calendar =
          new Calendar(of.unit().datetime(), Grouping.Function.valueOf(function.name()));
    }

    @Override
    void place(List<OutputField> fields) {
      of.place(fields);
    }

    @Override
    void longs(ConditionColumns columns, int from, int count, long[] target) {
      of.longs(columns, from, count, target);
      for (int i = 0; i < count; i++) {
        target[i] = calendar.of(target[i]);
      }
    }

    @Override
    void doubles(
        ConditionColumns columns, int from, int count, double[] target, byte[] mask, int at) {
      long[] values = new long[count];
      longs(columns, from, count, values);
      for (int i = 0; i < count; i++) {
        target[i] = values[i];
        if (values[i] == TimeArithmetic.NONE) {
          mask[at + i] = 0;
        }
      }
    }
  }

  /** The absolute values of numbers or durations. */
  static final class Absolute extends CellValues {
    private final CellValues of;

    Absolute(CellValues of) {
      super(of.kind().isNumber() ? Kind.REAL : of.kind(), of.unit());
      this.of = of;
    }

    @Override
    void place(List<OutputField> fields) {
      of.place(fields);
    }

    @Override
    void longs(ConditionColumns columns, int from, int count, long[] target) {
      of.longs(columns, from, count, target);
      for (int i = 0; i < count; i++) {
        target[i] = target[i] == TimeArithmetic.NONE ? TimeArithmetic.NONE : Math.abs(target[i]);
      }
    }

    @Override
    void doubles(
        ConditionColumns columns, int from, int count, double[] target, byte[] mask, int at) {
      of.doubles(columns, from, count, target, mask, at);
      for (int i = 0; i < count; i++) {
        target[i] = Math.abs(target[i]);
      }
    }
  }
}
