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
 * Numbers, moments or durations that are calculated of the fields of cells, many at a time.
 * Immutable once the fields have their places.
 */
abstract class CellValues {
  /** What stands for no moment, and for what does not fit. */
  static final long NONE = Long.MIN_VALUE;

  /** What values are. */
  enum Kind {
    /** Floating-point numbers of 64 bits. */
    REAL("a number"),
    /** Integers of 64 bits. */
    INTEGER("a number"),
    /** Integers of 64 bits without a sign. */
    UNSIGNED("a number"),
    /** Moments, in units since 1970. */
    MOMENT("a datetime"),
    /** Lengths of time, in units. */
    DURATION("a duration");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** What it is, for messages. */
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

  /** The unit of moments and durations; null for numbers. */
  final Datatype.Unit unit() {
    return unit;
  }

  /** Puts the fields that are looked at into a list, where they are not there. */
  abstract void place(List<OutputField> fields);

  /** Values as integers, of all kinds but {@link Kind#REAL}. */
  abstract void longs(ConditionColumns columns, int from, int count, long[] target);

  /**
   * Numbers as floating-point numbers.
   *
   * @param mask has the rows taken out that have no number, as a moment is none
   * @param at where the first row is in the mask
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

  /** The values of a field. */
  static final class OfField extends CellValues {
    private final OutputField field;
    private int place;

    OfField(OutputField field, Kind kind, Datatype.Unit unit) {
      super(kind, unit);
      this.field = field;
    }

    @Override
    void place(List<OutputField> fields) {
      place = CellPredicate.place(field, fields);
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

  /** One value for all cells. */
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

  /** Two values combined. */
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

  /** Two numbers combined. */
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

  /** Moments and durations added, or subtracted from each other, in one unit. */
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
        target[i] = a != NONE && b != NONE && fits ? sum : NONE;
      }
    }
  }

  /** Part of a datetime as a number. */
  static final class PartOfDate extends CellValues {
    private final CellValues of;
    private final Calendar calendar;

    /**
     * A part of moments.
     *
     * @throws io.azulejo.error.InvalidRequestException if their unit is longer than it
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
        if (values[i] == NONE) {
          mask[at + i] = 0;
        }
      }
    }
  }

  /** Numbers or durations without their signs. */
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
        target[i] = target[i] == NONE ? NONE : Math.abs(target[i]);
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
