package io.azulejo.internal.read.aggregate;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.HashSlots;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.Arrays;
import java.util.List;

/**
 * Counts distinct values. Numbers the values as they occur, and remembers which values each group
 * contains.
 */
final class DistinctAccumulator extends FieldAccumulator {
  private static final int GROUP_BITS = 32;

  /** Numbers the values; null if the column has the numbers of strings. */
  private final Groups values;

  private final int[] numbers = new int[CHUNK];

  /** Distinct pairs of group (upper 32 bits) and value number. */
  private long[] pairs = new long[16];

  private int met;
  private final HashSlots slots = new HashSlots();
  private long[] counts = new long[1];

  DistinctAccumulator(OutputField field, boolean withoutNan) {
    super(field, withoutNan);
    values = Groups.isNumber(field) ? null : GroupsFactory.by(List.of(field));
  }

  @Override
  void grow(int groups) {
    super.grow(groups);
    if (groups > counts.length) {
      counts = Arrays.copyOf(counts, roomFor(groups));
    }
  }

  @Override
  long bytes() {
    return super.bytes()
        + (values == null ? field().numbers().bytes() : values.bytes())
        + slots.bytes()
        + (long) Long.BYTES * (pairs.length + counts.length);
  }

  @Override
  boolean keepsValues() {
    return true;
  }

  @Override
  void take(Column column, int from, int count, int[] selected, int[] groups) {
    if (values != null) {
      values.find(
          Batch.of(column), from, selected == null ? count : selected[count - 1] + 1, numbers);
    }
    for (int i = 0; i < count; i++) {
      int row = selected == null ? i : selected[i];
      int number =
          values == null
              ? LittleEndian.getInt(column.array(), (from + row) * Integer.BYTES)
              : numbers[row];
      int group = groups == null ? 0 : groups[i];
      if (isNew((long) group << GROUP_BITS | number)) {
        counts[group]++;
      }
    }
  }

  private boolean isNew(long pair) {
    int slot = slots.first(hash(pair));
    while (slots.entry(slot) != HashSlots.FREE) {
      if (pairs[slots.entry(slot)] == pair) {
        return false;
      }
      slot = slots.next(slot);
    }
    pairs = met < pairs.length ? pairs : Arrays.copyOf(pairs, 2 * met);
    pairs[met] = pair;
    slots.put(slot, met++, entry -> hash(pairs[entry]));
    return true;
  }

  private static int hash(long pair) {
    long mixed = pair * 0x9e3779b97f4a7c15L;
    return (int) (mixed >>> GROUP_BITS);
  }

  @Override
  Column column(Aggregate aggregate, int[] groups) {
    return counts(aggregate.toString(), groups, group -> counts[group]);
  }
}
