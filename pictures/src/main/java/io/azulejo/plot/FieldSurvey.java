package io.azulejo.plot;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;

/**
 * A survey of a field's values, which are examined in a pass over the cells before they are drawn.
 */
abstract sealed class FieldSurvey {
  /** Adds the cells of a batch. */
  abstract void add(Batch batch);

  /** Returns whether the result can no longer change when more cells are added. */
  abstract boolean isSettled();

  /** A survey of numbers: their range and the step between them. */
  static final class Numbers extends FieldSurvey {
    private final PlotField field;
    private final CellSource source;
    private final Range known; // null if unknown
    private final boolean all;
    private final RegularSteps steps = new RegularSteps();
    private final boolean integer;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;
    private double leastPositive = Double.POSITIVE_INFINITY;
    private long first;
    private long divisor;

    /**
     * Creates a survey of numbers.
     *
     * @param known the range of the axis; null if unknown
     * @param all whether the least positive value is needed, which takes a pass over all cells
     */
    Numbers(PlotField field, CellSource source, Range known, boolean all) {
      this.field = field;
      this.source = source;
      this.known = known;
      this.all = all;
      this.integer = field.isInteger();
    }

    @Override
    void add(Batch batch) {
      double[] values = source.values(batch, field.field());
      Column column = batch.column(field.name());
      for (int row = 0; row < values.length; row++) {
        double value = values[row];
        if (Double.isNaN(value) || Double.isInfinite(value)) {
          continue;
        }
        if (integer) {
          integer(column.getLong(row));
        } else {
          steps.add(value);
        }
        low = Math.min(low, value);
        high = Math.max(high, value);
        if (value > 0 && value < leastPositive) {
          leastPositive = value;
        }
      }
    }

    private void integer(long value) {
      if (isEmpty()) {
        first = value;
      }
      long distance = Math.abs(value - first);
      if (distance < 0) {
        divisor = 1;
      } else if (divisor != 1 && (divisor == 0 || distance % divisor != 0)) {
        long a = divisor;
        long b = distance;
        while (b != 0) {
          long rest = a % b;
          a = b;
          b = rest;
        }
        divisor = a;
      }
    }

    @Override
    boolean isSettled() {
      return !all && known != null && (integer ? divisor == 1 : steps.hasTooManyNumbers());
    }

    /** Returns whether the field had no finite numbers. */
    boolean isEmpty() {
      return low > high;
    }

    /** Returns the range of a dimension's axis; null for attributes. */
    Range known() {
      return known;
    }

    /** Returns the least number found. */
    double low() {
      return low;
    }

    /** Returns the greatest number found. */
    double high() {
      return high;
    }

    /** Returns the least positive number, or positive infinity if there is none. */
    double leastPositive() {
      return leastPositive;
    }

    /**
     * Returns the greatest common divisor of the distances between the integers; 0 for fewer than
     * two distinct integers.
     */
    long divisor() {
      return divisor;
    }

    /**
     * Returns the greatest step such that all numbers are multiples of it, counted from the least
     * number; 0 if none is found.
     */
    double step() {
      return integer ? divisor : steps.step();
    }

    /** Returns whether all integers are multiples of their step from the start of a range. */
    boolean fits(Range.Longs range) {
      return divisor > 1
          && field.field().type() != Datatype.UINT64
          && Math.floorMod(first - range.low(), divisor) == 0;
    }
  }

  /** A survey of a dimension's strings, which keeps a sorted sample of them. */
  static final class Strings extends FieldSurvey {
    private final PlotField field;
    private final StringSample sample = new StringSample();

    Strings(PlotField field) {
      this.field = field;
    }

    @Override
    void add(Batch batch) {
      Column column = batch.column(field.name());
      for (int row = 0; row < batch.rows(); row++) {
        sample.add(column.getBytes(row));
      }
    }

    @Override
    boolean isSettled() {
      return false;
    }

    StringSample sample() {
      return sample;
    }
  }

  /** A survey of categories, which counts the distinct values of a field. */
  static final class Names extends FieldSurvey {
    private final PlotField field;
    private final byte[] fill;
    private final CategoryIndex index = new CategoryIndex();

    Names(PlotField field, byte[] fill) {
      this.field = field;
      this.fill = fill;
    }

    @Override
    void add(Batch batch) {
      if (field.part() == null) {
        Categories.count(field, fill, batch, index);
      }
    }

    @Override
    boolean isSettled() {
      return field.part() != null;
    }

    /** Returns the categories of the values, up to a maximum number; null if there are none. */
    Categories categories(int max) {
      if (field.part() != null) {
        return Categories.ofCalendar(field, fill);
      }
      return index.size() == 0 ? null : Categories.of(field, fill, index, max);
    }
  }
}
