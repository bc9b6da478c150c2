package io.azulejo.internal.read.aggregate;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import java.util.Arrays;

/**
 * Computes quantiles of numbers. Keeps all values with their groups, and sorts them for the first
 * result.
 */
final class QuantileAccumulator extends FieldAccumulator {
  private final Datatype type;

  /**
   * Keys of the values, which compare as signed numbers. After sorting, they are ordered by group
   * and value.
   */
  private long[] kept = new long[CHUNK];

  /** Group of each value; null if there is only one group. */
  private int[] groupOf;

  private int size;

  /** Start of each group in the sorted values; null before sorting. */
  private int[] starts;

  QuantileAccumulator(OutputField field, boolean withoutNan) {
    super(field, withoutNan, true);
    type = field.type();
  }

  @Override
  long bytes() {
    // Sorting by group needs a second array of keys.
    return super.bytes()
        + (groupOf == null ? 1L : 2L) * Long.BYTES * kept.length
        + (groupOf == null ? 0 : 2L * Integer.BYTES * groupOf.length);
  }

  @Override
  boolean keepsValues() {
    return true;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int[] groups) {
    if (groups != null && groupOf == null) {
      groupOf = new int[kept.length];
    }
    if (kept.length - size < count) {
      int length = (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(size + count, 3L * size / 2));
      if (length - size < count) {
        throw new InvalidRequestException(
            "a quantile cannot keep more than %d values of \"%s\"; read a part of the array"
                .formatted(size, field().name()));
      }
      kept = Arrays.copyOf(kept, length);
      groupOf = groupOf == null ? null : Arrays.copyOf(groupOf, length);
    }
    for (int i = 0; i < count; i++) {
      kept[size + i] = CoordinateKeys.place(type, keys()[i]);
    }
    if (groups != null) {
      System.arraycopy(groups, 0, groupOf, size, count);
    }
    size += count;
  }

  /**
   * Sorts the values by group, and within each group by value. Only the first call has an effect.
   */
  private void sort(int groups) {
    if (starts != null) {
      return;
    }
    starts = new int[groups + 1];
    if (groupOf == null) {
      Arrays.fill(starts, 1, groups + 1, size);
      Arrays.sort(kept, 0, size);
      return;
    }
    for (int i = 0; i < size; i++) {
      starts[groupOf[i] + 1]++;
    }
    for (int group = 0; group < groups; group++) {
      starts[group + 1] += starts[group];
    }
    long[] sorted = new long[size];
    int[] next = Arrays.copyOf(starts, groups);
    for (int i = 0; i < size; i++) {
      sorted[next[groupOf[i]]++] = kept[i];
    }
    kept = sorted;
    for (int group = 0; group < groups; group++) {
      Arrays.sort(kept, starts[group], starts[group + 1]);
    }
  }

  @Override
  Column column(Aggregate aggregate, int[] groups) {
    sort(Arrays.stream(groups).max().orElse(0) + 1);
    double fraction = aggregate.fraction();
    boolean time = type.isDatetime() || type.isTime();
    return column(
        aggregate,
        time ? type : Datatype.FLOAT64,
        groups,
        group -> time ? time(group, fraction) : Double.doubleToLongBits(number(group, fraction)),
        group -> values(group) > 0);
  }

  private double number(int group, double fraction) {
    int count = starts[group + 1] - starts[group];
    if (count == 0) {
      return Double.NaN;
    }
    double place = fraction * (count - 1);
    int below = (int) place;
    double low = number(kept[starts[group] + below]);
    double high = number(kept[starts[group] + Math.min(below + 1, count - 1)]);
    double part = place - below;
    if (part == 0 || low == high) {
      return low;
    }
    // The distance overflows for infinities and for very large numbers of opposite sign.
    double distance = high - low;
    return Double.isInfinite(distance) ? low * (1 - part) + high * part : low + distance * part;
  }

  private long time(int group, double fraction) {
    int count = starts[group + 1] - starts[group];
    if (count == 0) {
      return type.isDatetime() ? Long.MIN_VALUE : 0;
    }
    double place = fraction * (count - 1);
    int below = (int) place;
    long low = kept[starts[group] + below];
    long high = kept[starts[group] + Math.min(below + 1, count - 1)];
    double part = place - below;
    if (part == 0 || low == high) {
      return low;
    }
    if (part == 0.5) {
      return (low & high) + ((low ^ high) >> 1);
    }
    double distance = (double) high - low;
    return distance < 0x1p62 ? low + (long) (distance * part) : (long) (low + distance * part);
  }
}
