package io.azulejo.internal.read;

import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A test of cells by the values of their fields, as a tree whose leaves look at one field each. A
 * leaf is false for cells of fragments that lack its field.
 */
abstract class CellTest {
  /** True for every cell. */
  static final CellTest TRUE = new Constant(true);

  /** True for no cell. */
  static final CellTest FALSE = new Constant(false);

  private CellTest() {}

  /**
   * Sets to 0 what is 1 in a mask for rows that fail.
   *
   * @param columns what the fields hold
   * @param from the first row
   * @param count the number of rows
   * @param mask 0 or 1 for each row
   * @param at where the mask of the first row is
   */
  abstract void narrow(BoundCondition.Columns columns, int from, int count, byte[] mask, int at);

  /** How many cells pass, by what is known of their fields; an entry is null for nothing. */
  abstract int outcome(FieldBounds[] bounds);

  /**
   * Makes ready for cells, once the whole condition is known. Adds the fields that are looked at to
   * a list, those that are not there yet, and keeps in mind where in it they are: in that order
   * columns and bounds are given.
   */
  abstract void place(List<OutputField> fields);

  /** What it takes to test a cell, about; to do cheap tests first. */
  abstract int cost();

  /** Cells that pass all tests. */
  static CellTest allOf(List<CellTest> tests) {
    return combined(tests, true);
  }

  /** Cells that pass at least one test. */
  static CellTest anyOf(List<CellTest> tests) {
    return combined(tests, false);
  }

  /** Cells whose value is not null and in a set of numbers. */
  static CellTest numbers(OutputField field, Intervals<Long> values) {
    return values.isNone() ? FALSE : new Numbers(field, values);
  }

  /** Cells whose value is not null and in a set of strings. */
  static CellTest texts(OutputField field, Intervals<Slice> values) {
    return values.isNone() ? FALSE : new Texts(field, values);
  }

  /** Cells whose value is null. */
  static CellTest nulls(OutputField field) {
    return new Nulls(field);
  }

  private static CellTest combined(List<CellTest> tests, boolean all) {
    CellTest neutral = all ? TRUE : FALSE;
    List<CellTest> others = new ArrayList<>();
    Map<String, List<CellTest>> values = new LinkedHashMap<>();
    for (CellTest test : tests) {
      for (CellTest part : test.parts(all)) {
        if (part instanceof Values leaf) {
          values.computeIfAbsent(leaf.field.name(), name -> new ArrayList<>()).add(leaf);
        } else if (part != neutral) {
          others.add(part);
        }
      }
    }
    values.values().forEach(leaves -> others.add(merged(leaves, all)));
    CellTest absorbing = all ? FALSE : TRUE;
    if (others.contains(absorbing)) {
      return absorbing;
    }
    if (others.size() <= 1) {
      return others.isEmpty() ? neutral : others.get(0);
    }
    others.sort(Comparator.comparingInt(CellTest::cost));
    return all ? new AllOf(others) : new AnyOf(others);
  }

  /** One test in place of several of a field; each is merged with few others in turn. */
  private static CellTest merged(List<CellTest> leaves, boolean all) {
    List<CellTest> left = leaves;
    while (left.size() > 1) {
      List<CellTest> pairs = new ArrayList<>();
      for (int i = 0; i < left.size(); i += 2) {
        CellTest leaf = left.get(i);
        if (i + 1 < left.size()) {
          leaf = ((Values) leaf).merge((Values) left.get(i + 1), all);
        }
        if (leaf == FALSE) { // so that nothing passes: only where all tests have to be passed
          return FALSE;
        }
        pairs.add(leaf);
      }
      left = pairs;
    }
    return left.get(0);
  }

  /** The tests that this combines, if it does so in that way. */
  List<CellTest> parts(boolean all) {
    return List.of(this);
  }

  private static final class Constant extends CellTest {
    private final boolean value;

    Constant(boolean value) {
      this.value = value;
    }

    @Override
    void narrow(BoundCondition.Columns columns, int from, int count, byte[] mask, int at) {
      if (!value) {
        Masks.clear(mask, at, count);
      }
    }

    @Override
    int outcome(FieldBounds[] bounds) {
      return value ? DimensionRanges.ALL : DimensionRanges.NONE;
    }

    @Override
    void place(List<OutputField> fields) {}

    @Override
    int cost() {
      return 0;
    }
  }

  private static final class AllOf extends CellTest {
    private final CellTest[] tests;

    AllOf(List<CellTest> tests) {
      this.tests = tests.toArray(CellTest[]::new);
    }

    @Override
    void narrow(BoundCondition.Columns columns, int from, int count, byte[] mask, int at) {
      for (CellTest test : tests) {
        test.narrow(columns, from, count, mask, at);
        if (Masks.isClear(mask, at, count)) {
          return;
        }
      }
    }

    @Override
    int outcome(FieldBounds[] bounds) {
      int least = DimensionRanges.ALL;
      for (CellTest test : tests) {
        least = Math.min(least, test.outcome(bounds));
      }
      return least;
    }

    @Override
    void place(List<OutputField> fields) {
      for (CellTest test : tests) {
        test.place(fields);
      }
    }

    @Override
    int cost() {
      int sum = 0;
      for (CellTest test : tests) {
        sum += test.cost();
      }
      return sum;
    }

    @Override
    List<CellTest> parts(boolean all) {
      return all ? List.of(tests) : List.of(this);
    }
  }

  private static final class AnyOf extends CellTest {
    private final CellTest[] tests;

    AnyOf(List<CellTest> tests) {
      this.tests = tests.toArray(CellTest[]::new);
    }

    @Override
    void narrow(BoundCondition.Columns columns, int from, int count, byte[] mask, int at) {
      byte[] left = new byte[count]; // rows that passed no test so far
      byte[] passed = new byte[count];
      System.arraycopy(mask, at, left, 0, count);
      for (CellTest test : tests) {
        System.arraycopy(left, 0, passed, 0, count);
        test.narrow(columns, from, count, passed, 0);
        Masks.remove(left, 0, passed, count);
        if (Masks.isClear(left, 0, count)) {
          return;
        }
      }
      Masks.remove(mask, at, left, count);
    }

    @Override
    int outcome(FieldBounds[] bounds) {
      int most = DimensionRanges.NONE;
      for (CellTest test : tests) {
        most = Math.max(most, test.outcome(bounds));
      }
      return most;
    }

    @Override
    void place(List<OutputField> fields) {
      for (CellTest test : tests) {
        test.place(fields);
      }
    }

    @Override
    int cost() {
      int sum = 0;
      for (CellTest test : tests) {
        sum += test.cost() + 1;
      }
      return sum;
    }

    @Override
    List<CellTest> parts(boolean all) {
      return all ? List.of(this) : List.of(tests);
    }
  }

  /** Looks at one field. */
  private abstract static class Leaf extends CellTest {
    final OutputField field;
    private int place;

    Leaf(OutputField field) {
      this.field = field;
    }

    @Override
    void place(List<OutputField> fields) {
      for (place = 0; place < fields.size(); place++) {
        if (fields.get(place).name().equals(field.name())) {
          return;
        }
      }
      fields.add(field);
    }

    @Override
    final void narrow(BoundCondition.Columns columns, int from, int count, byte[] mask, int at) {
      TileColumn column = columns.values()[place];
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

    abstract void narrow(TileColumn column, int from, int count, byte[] mask, int at);

    @Override
    final int outcome(FieldBounds[] bounds) {
      FieldBounds known = bounds[place];
      if (known == null) {
        return DimensionRanges.SOME;
      }
      return known.lacking() ? DimensionRanges.NONE : outcome(known);
    }

    abstract int outcome(FieldBounds known);
  }

  private static final class Nulls extends Leaf {
    Nulls(OutputField field) {
      super(field);
    }

    @Override
    void narrow(TileColumn column, int from, int count, byte[] mask, int at) {
      if (column.validity() == null) {
        Masks.clear(mask, at, count);
      } else {
        Masks.drop(mask, at, column.validity(), from, count);
      }
    }

    @Override
    int outcome(FieldBounds known) {
      return known.onlyNulls()
          ? DimensionRanges.ALL
          : known.noNulls() ? DimensionRanges.NONE : DimensionRanges.SOME;
    }

    @Override
    int cost() {
      return 1;
    }
  }

  /** Looks at the values that are not null. */
  private abstract static class Values extends Leaf {
    Values(OutputField field) {
      super(field);
    }

    /** This test and another one of the same field, or this or the other. */
    abstract CellTest merge(Values other, boolean all);

    @Override
    final void narrow(TileColumn column, int from, int count, byte[] mask, int at) {
      if (column.validity() != null) {
        Masks.keep(mask, at, column.validity(), from, count);
      }
      narrowValues(column, from, count, mask, at);
    }

    abstract void narrowValues(TileColumn column, int from, int count, byte[] mask, int at);

    @Override
    final int outcome(FieldBounds known) {
      if (known.onlyNulls()) {
        return DimensionRanges.NONE;
      }
      int values = valuesOutcome(known);
      return values == DimensionRanges.ALL && !known.noNulls() ? DimensionRanges.SOME : values;
    }

    abstract int valuesOutcome(FieldBounds known);
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
      kernel = values.isAll() ? null : NumberKernel.of(field.type(), values);
    }

    @Override
    CellTest merge(Values other, boolean all) {
      Intervals<Long> others = ((Numbers) other).values;
      return numbers(field, all ? values.and(others) : values.or(others));
    }

    @Override
    void narrowValues(TileColumn column, int from, int count, byte[] mask, int at) {
      if (kernel == null) {
        return;
      }
      int size = field.cellSize();
      kernel.narrow(column.data(), column.start() + from * size, count, mask, at);
    }

    @Override
    int valuesOutcome(FieldBounds known) {
      if (values.isAll()) {
        return DimensionRanges.ALL;
      }
      return known.lowKey() == null
          ? DimensionRanges.SOME
          : values.coverage(known.lowKey(), Intervals.KEYS.next(known.highKey()));
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
    CellTest merge(Values other, boolean all) {
      Intervals<Slice> others = ((Texts) other).values;
      return texts(field, all ? values.and(others) : values.or(others));
    }

    @Override
    void narrowValues(TileColumn column, int from, int count, byte[] mask, int at) {
      if (kernel == null) {
        return;
      }
      int size = field.cellSize();
      if (column.offsets() != null) {
        kernel.narrow(column.data(), column.offsets(), from, count, mask, at);
      } else {
        kernel.narrow(column.data(), column.start() + from * size, size, count, mask, at);
      }
    }

    @Override
    int valuesOutcome(FieldBounds known) {
      if (values.isAll()) {
        return DimensionRanges.ALL;
      }
      return known.lowText() == null
          ? DimensionRanges.SOME
          : values.coverage(known.lowText(), known.aboveText());
    }

    @Override
    int cost() {
      return values.isAll() ? 1 : 10;
    }
  }
}
