package io.azulejo.internal.read.condition;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A set of values of an order, as the values where membership changes: a value is in the set when
 * the smallest one is and an even number of changes lie at or before it, or neither. So any
 * combination of comparisons of one field with constants is one such set. Immutable.
 */
final class Intervals<T> {
  /** Numbers by their {@link CoordinateKeys}. */
  static final Order<Long> KEYS =
      new Order<>() {
        @Override
        public int compare(Long a, Long b) {
          return Long.compare(a, b);
        }

        @Override
        public Long min() {
          return Long.MIN_VALUE;
        }

        @Override
        public Long next(Long value) {
          return value == Long.MAX_VALUE ? null : value + 1;
        }
      };

  /** Strings by their unsigned bytes, the shorter prefix first. */
  static final Order<Slice> TEXTS =
      new Order<>() {
        @Override
        public int compare(Slice a, Slice b) {
          return a.compareTo(b);
        }

        @Override
        public Slice min() {
          return Slice.EMPTY;
        }

        @Override
        public Slice next(Slice value) {
          return Slice.of(Arrays.copyOf(value.toBytes(), value.length() + 1));
        }
      };

  private final Order<T> order;
  private final boolean containsMin;
  private final List<T> changes;

  /** An order of values with a minimum. */
  interface Order<T> {
    /** Compares as a comparator does. */
    int compare(T a, T b);

    /** The smallest value. */
    T min();

    /** The value that comes right after another one; null after the largest. */
    T next(T value);
  }

  private Intervals(Order<T> order, boolean containsMin, List<T> changes) {
    this.order = order;
    this.containsMin = containsMin;
    this.changes = changes;
  }

  /** All values. */
  static <T> Intervals<T> all(Order<T> order) {
    return new Intervals<>(order, true, List.of());
  }

  /** No values. */
  static <T> Intervals<T> none(Order<T> order) {
    return new Intervals<>(order, false, List.of());
  }

  /** The values from one on; none if that is null, which comes after the largest. */
  static <T> Intervals<T> from(Order<T> order, T low) {
    if (low == null) {
      return none(order);
    }
    return order.compare(low, order.min()) <= 0
        ? all(order)
        : new Intervals<>(order, false, List.of(low));
  }

  /** Some values alone. */
  static <T> Intervals<T> of(Order<T> order, Collection<T> values) {
    List<T> sorted = new ArrayList<>(values);
    sorted.sort(order::compare);
    List<T> changes = new ArrayList<>(2 * sorted.size());
    boolean containsMin = !sorted.isEmpty() && order.compare(sorted.get(0), order.min()) == 0;
    T open = containsMin ? order.min() : null; // where the interval ends that is being made
    T last = null;
    for (T value : sorted) {
      if (last != null && order.compare(last, value) == 0) {
        continue;
      }
      if (!(open != null && order.compare(open, value) == 0)) {
        if (open != null) {
          changes.add(open);
        }
        changes.add(value);
      }
      open = order.next(value);
      last = value;
    }
    if (open != null) {
      changes.add(open);
    }
    return new Intervals<>(order, containsMin, List.copyOf(changes));
  }

  /** The values that are not in this set. */
  Intervals<T> negated() {
    return new Intervals<>(order, !containsMin, changes);
  }

  /** The values that are in both sets. */
  Intervals<T> and(Intervals<T> other) {
    return combine(other, true);
  }

  /** The values that are in one set at least. */
  Intervals<T> or(Intervals<T> other) {
    return combine(other, false);
  }

  private Intervals<T> combine(Intervals<T> other, boolean both) {
    boolean here = containsMin;
    boolean there = other.containsMin;
    boolean first = both ? here && there : here || there;
    boolean in = first;
    List<T> merged = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < changes.size() || j < other.changes.size()) {
      int side =
          i == changes.size()
              ? 1
              : j == other.changes.size()
                  ? -1
                  : order.compare(changes.get(i), other.changes.get(j));
      T at = side <= 0 ? changes.get(i) : other.changes.get(j);
      if (side <= 0) {
        here = !here;
        i++;
      }
      if (side >= 0) {
        there = !there;
        j++;
      }
      if (in != (both ? here && there : here || there)) {
        in = !in;
        merged.add(at);
      }
    }
    return new Intervals<>(order, first, List.copyOf(merged));
  }

  /** Whether no value is in this set. */
  boolean isNone() {
    return !containsMin && changes.isEmpty();
  }

  /** Whether all values are in this set. */
  boolean isAll() {
    return containsMin && changes.isEmpty();
  }

  /** Whether the smallest value is in this set. */
  boolean containsMin() {
    return containsMin;
  }

  /** Where membership changes, in order; never at the smallest value. */
  List<T> changes() {
    return changes;
  }

  /** Whether a value is in this set. */
  boolean contains(T value) {
    return containsMin ^ (changesUpTo(value) & 1) != 0;
  }

  /**
   * How much of an interval is in this set.
   *
   * @param low the first value of the interval
   * @param above the first value after the interval; null where there is no end
   */
  Coverage coverage(T low, T above) {
    if (above != null && order.compare(above, low) <= 0) {
      return Coverage.SOME; // no interval: nothing can be learnt
    }
    int next = changesUpTo(low);
    if (next < changes.size() && (above == null || order.compare(changes.get(next), above) < 0)) {
      return Coverage.SOME;
    }
    return containsMin ^ (next & 1) != 0 ? Coverage.ALL : Coverage.NONE;
  }

  /** The number of changes at or before a value. */
  private int changesUpTo(T value) {
    int low = 0;
    int high = changes.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(changes.get(middle), value) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
