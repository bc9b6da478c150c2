package io.azulejo.internal.read.aggregate;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import java.util.Arrays;

/** Quantiles of numbers: keeps all values, with their groups, and sorts them when it is asked. */
final class QuantileAccumulator extends FieldAccumulator {
  private final Datatype type;
  private final double[] floatingPoints = new double[ColumnValues.CHUNK];
  private final long[] integers = new long[ColumnValues.CHUNK];

  /** The keys of values, which compare as signed numbers; sorted by groups once that is asked. */
  private long[] keys = new long[ColumnValues.CHUNK];

  /** The group of each value; null as long as there is only one. */
  private int[] groupOf;

  private int size;

  /** Where the values of each group begin, once they are sorted. */
  private int[] starts;

  QuantileAccumulator(OutputField field) {
    super(field);
    type = field.type();
  }

  @Override
  long bytes() {
    // Sorting by groups takes another array of keys.
    return super.bytes()
        + (groupOf == null ? 1L : 2L) * Long.BYTES * keys.length
        + (groupOf == null ? 0 : 2L * Integer.BYTES * groupOf.length);
  }

  @Override
  boolean keepsValues() {
    return true;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int kept, int[] groups) {
    if (groups != null && groupOf == null) {
      groupOf = new int[keys.length];
    }
    if (keys.length - size < kept) {
      int length = (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(size + kept, 3L * size / 2));
      if (length - size < kept) {
        throw new InvalidRequestException(
            "more than %d values of \"%s\", all of which a quantile keeps: ask for a part of the array"
                .formatted(size, field().name()));
      }
      keys = Arrays.copyOf(keys, length);
      groupOf = groupOf == null ? null : Arrays.copyOf(groupOf, length);
    }
    if (type.isFloatingPoint()) {
      ColumnValues.floatingPoints(column, from, count, floatingPoints);
    } else {
      ColumnValues.integers(column, from, count, integers);
    }
    for (int i = 0; i < kept; i++) {
      int at = selected == null ? i : selected[i];
      if (isOrdered(at)) {
        if (groupOf != null) {
          groupOf[size] = groups[i];
        }
        keys[size++] = key(at);
      }
    }
  }

  private boolean isOrdered(int at) {
    return type.isFloatingPoint()
        ? !Double.isNaN(floatingPoints[at])
        : !type.isDatetime() || integers[at] != Long.MIN_VALUE;
  }

  private long key(int at) {
    if (type.isFloatingPoint()) {
      long bits = Double.doubleToRawLongBits(floatingPoints[at] + 0.0);
      return bits ^ (bits >> 63 & Long.MAX_VALUE);
    }
    return type == Datatype.UINT64 ? integers[at] ^ Long.MIN_VALUE : integers[at];
  }

  private double number(long key) {
    if (type.isFloatingPoint()) {
      return Double.longBitsToDouble(key ^ (key >> 63 & Long.MAX_VALUE));
    }
    if (type == Datatype.UINT64) {
      long value = key ^ Long.MIN_VALUE;
      return value >= 0 ? value : 2.0 * (value >>> 1 | value & 1);
    }
    return key;
  }

  @Override
  boolean isKnown(TileStatistics statistics, int tile, long cells) {
    return false;
  }

  /** Puts the values in order, those of each group together. */
  private void sort(int groups) {
    if (starts != null) {
      return;
    }
    starts = new int[groups + 1];
    if (groupOf == null) {
      Arrays.fill(starts, 1, groups + 1, size);
      Arrays.sort(keys, 0, size);
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
      sorted[next[groupOf[i]]++] = keys[i];
    }
    keys = sorted;
    for (int group = 0; group < groups; group++) {
      Arrays.sort(keys, starts[group], starts[group + 1]);
    }
  }

  @Override
  Column quantiles(String name, int[] groups, double fraction) {
    int most = Arrays.stream(groups).max().orElse(0);
    sort(most + 1);
    boolean time = type.isDatetime() || type.isTime();
    return numbers(
        name,
        time ? type : Datatype.FLOAT64,
        groups,
        group -> time ? time(group, fraction) : Double.doubleToLongBits(number(group, fraction)),
        field().nullable() ? group -> values(group) > 0 : null);
  }

  private double number(int group, double fraction) {
    int count = starts[group + 1] - starts[group];
    if (count == 0) {
      return Double.NaN;
    }
    double place = fraction * (count - 1);
    int below = (int) place;
    double low = number(keys[starts[group] + below]);
    double high = number(keys[starts[group] + Math.min(below + 1, count - 1)]);
    double part = place - below;
    if (part == 0 || low == high) {
      return low;
    }
    // Infinities have no distance that can be divided, nor do the ends of all numbers.
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
    long low = keys[starts[group] + below];
    long high = keys[starts[group] + Math.min(below + 1, count - 1)];
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
