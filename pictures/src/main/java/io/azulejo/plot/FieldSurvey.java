package io.azulejo.plot;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;

/** What there is to know of the values of a field before they are drawn. */
abstract sealed class FieldSurvey {
  /** Looks at the cells of a batch. */
  abstract void add(Batch batch);

  /** Whether further cells would tell nothing. */
  abstract boolean isSettled();

  /** Between which numbers values are, and how far apart they are at the least. */
  static final class Numbers extends FieldSurvey {
    private final PlotField field;
    private final CellSource source;
    private final Range known; // null if it has to be found out
    private final boolean all;
    private final RegularSteps steps = new RegularSteps();
    private final boolean integer;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;
    private double leastPositive = Double.POSITIVE_INFINITY;
    private long first;
    private long divisor;

    /**
     * A survey of numbers.
     *
     * @param known where they are known to be; null if they are not
     * @param all whether the least of those above 0 is wanted, for which all have to be seen
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

    /** Whether there was no number. */
    boolean isEmpty() {
      return low > high;
    }

    /** Where coordinates of a dimension are known to be; null for attributes. */
    Range known() {
      return known;
    }

    /** The least number seen. */
    double low() {
      return low;
    }

    /** The greatest number seen. */
    double high() {
      return high;
    }

    /** The least number above 0; infinite if there is none. */
    double leastPositive() {
      return leastPositive;
    }

    /**
     * The step that all integers are multiples of, from any of them on; 0 if there is one number.
     */
    long divisor() {
      return divisor;
    }

    /** What all numbers are multiples of, from any of them on; 0 if there is nothing. */
    double step() {
      return integer ? divisor : steps.step();
    }

    /** Whether integers are whole multiples of a step from the beginning of a range on. */
    boolean fits(Range.Longs range) {
      return divisor > 1
          && field.field().type() != Datatype.UINT64
          && Math.floorMod(first - range.low(), divisor) == 0;
    }
  }

  /** Which strings of a dimension there are, in order. */
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

  /** Which values there are, and how often. */
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

    /** At most so many categories; null if there are none at all. */
    Categories categories(int max) {
      if (field.part() != null) {
        return Categories.ofCalendar(field, fill);
      }
      return index.size() == 0 ? null : Categories.of(field, fill, index, max);
    }
  }
}
