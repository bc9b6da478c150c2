package io.azulejo.internal.read.condition;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import java.util.List;

/** A test of one field, a leaf in a tree of {@link CellPredicate}. */
abstract class FieldPredicate extends CellPredicate {
  private final OutputField field;
  private int place;

  private FieldPredicate(OutputField field) {
    this.field = field;
  }

  /** Tests whether cells are null, or not null if negated. */
  static CellPredicate nullTest(OutputField field, boolean negated) {
    if (!field.nullable()) {
      return negated ? CellPredicate.TRUE : CellPredicate.FALSE;
    }
    if (!negated) {
      return new Nulls(field);
    }
    return FieldLiterals.of(field).areTexts()
        ? texts(field, Intervals.all(Intervals.TEXTS))
        : numbers(field, Intervals.all(Intervals.KEYS));
  }

  /** Tests whether values are not null and in a set of numbers. */
  static CellPredicate numbers(OutputField field, Intervals<Long> values) {
    return values.isEmpty() ? FALSE : new Numbers(field, values);
  }

  /** Tests whether values are not null and in a set of strings. */
  static CellPredicate texts(OutputField field, Intervals<Slice> values) {
    return values.isEmpty() ? FALSE : new Texts(field, values);
  }

  /** Returns the tested field. */
  final OutputField field() {
    return field;
  }

  @Override
  void place(List<OutputField> fields) {
    place = field.placeIn(fields);
  }

  @Override
  final void narrow(ConditionColumns columns, int from, int count, byte[] mask, int at) {
    CellColumn column = columns.values()[place];
    if (column == null) {
      Masks.clear(mask, at, count);
      return;
    }
    byte[] present = columns.present() == null ? null : columns.present()[place];
    if (present != null) {
      Masks.keep(mask, at, present, from, count);
    }
    narrow(column, from, count, mask, at);
  }

  abstract void narrow(CellColumn column, int from, int count, byte[] mask, int at);

  @Override
  final Coverage outcome(FieldBounds[] bounds) {
    FieldBounds known = bounds[place];
    if (known == null) {
      return Coverage.SOME;
    }
    return known.lacking() ? Coverage.NONE : outcome(known);
  }

  abstract Coverage outcome(FieldBounds known);

  private static final class Nulls extends FieldPredicate {
    Nulls(OutputField field) {
      super(field);
    }

    @Override
    void narrow(CellColumn column, int from, int count, byte[] mask, int at) {
      if (column.validity() == null) {
        Masks.clear(mask, at, count);
      } else {
        Masks.drop(mask, at, column.validity(), from, count);
      }
    }

    @Override
    Coverage outcome(FieldBounds known) {
      return known.onlyNulls() ? Coverage.ALL : known.noNulls() ? Coverage.NONE : Coverage.SOME;
    }

    @Override
    int cost() {
      return 1;
    }
  }

  /** A test of the non-null values of a field. */
  abstract static class Values extends FieldPredicate {
    Values(OutputField field) {
      super(field);
    }

    /**
     * Combines this test with another one of the same field, by "and" if {@code all}, else by "or".
     */
    abstract CellPredicate merge(Values other, boolean all);

    @Override
    final void narrow(CellColumn column, int from, int count, byte[] mask, int at) {
      if (column.validity() != null) {
        Masks.keep(mask, at, column.validity(), from, count);
      }
      narrowValues(column, from, count, mask, at);
    }

    abstract void narrowValues(CellColumn column, int from, int count, byte[] mask, int at);

    @Override
    final Coverage outcome(FieldBounds known) {
      if (known.onlyNulls()) {
        return Coverage.NONE;
      }
      Coverage values = valuesOutcome(known);
      return values == Coverage.ALL && !known.noNulls() ? Coverage.SOME : values;
    }

    abstract Coverage valuesOutcome(FieldBounds known);

    /**
     * Returns how much of an interval (end exclusive) is in a set. If the interval is invalid, it
     * proves nothing, and the result is SOME.
     */
    static <T> Coverage coverage(Intervals<T> values, T low, T end) {
      boolean known =
          (end == null || values.order().compare(low, end) < 0) && values.isUniform(low, end);
      return !known ? Coverage.SOME : values.contains(low) ? Coverage.ALL : Coverage.NONE;
    }
  }

  private static final class Numbers extends Values {
    private final Intervals<Long> values;
    private NumberKernel kernel; // null where there is nothing to test

    Numbers(OutputField field, Intervals<Long> values) {
      super(field);
      this.values = values;
    }

    @Override
    void place(List<OutputField> fields) {
      super.place(fields);
      kernel = values.isAll() ? null : NumberKernel.of(field().type(), values);
    }

    @Override
    CellPredicate merge(Values other, boolean all) {
      Intervals<Long> others = ((Numbers) other).values;
      return numbers(field(), all ? values.and(others) : values.or(others));
    }

    @Override
    void narrowValues(CellColumn column, int from, int count, byte[] mask, int at) {
      if (kernel == null) {
        return;
      }
      int size = field().cellSize();
      kernel.narrow(column.data(), column.start() + from * size, count, mask, at);
    }

    @Override
    Coverage valuesOutcome(FieldBounds known) {
      if (values.isAll()) {
        return Coverage.ALL;
      }
      return known.lowKey() == null
          ? Coverage.SOME
          : coverage(values, known.lowKey(), Intervals.KEYS.next(known.highKey()));
    }

    @Override
    int cost() {
      return values.isAll() ? 1 : 2 + Math.min(2, values.changes().size() / 3);
    }
  }

  private static final class Texts extends Values {
    private final Intervals<Slice> values;
    private TextKernel kernel; // null where there is nothing to test

    Texts(OutputField field, Intervals<Slice> values) {
      super(field);
      this.values = values;
    }

    @Override
    void place(List<OutputField> fields) {
      super.place(fields);
      kernel = values.isAll() ? null : TextKernel.of(values);
    }

    @Override
    CellPredicate merge(Values other, boolean all) {
      Intervals<Slice> others = ((Texts) other).values;
      return texts(field(), all ? values.and(others) : values.or(others));
    }

    @Override
    void narrowValues(CellColumn column, int from, int count, byte[] mask, int at) {
      if (kernel == null) {
        return;
      }
      int size = field().cellSize();
      if (column.codes() != null) {
        CodedTexts.narrow(column, from, count, mask, at, kernel::test);
      } else if (column.offsets() != null) {
        kernel.narrow(column.data(), column.offsets(), from, count, mask, at);
      } else {
        kernel.narrow(column.data(), column.start() + from * size, size, count, mask, at);
      }
    }

    @Override
    Coverage valuesOutcome(FieldBounds known) {
      if (values.isAll()) {
        return Coverage.ALL;
      }
      return known.lowText() == null
          ? Coverage.SOME
          : coverage(values, known.lowText(), known.aboveText());
    }

    @Override
    int cost() {
      return values.isAll() ? 1 : 10;
    }
  }
}
