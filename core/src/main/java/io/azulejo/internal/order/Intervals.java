package io.azulejo.internal.order;

import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A set of values of an ordered type. It stores whether it contains the smallest value, and a
 * sorted list of the values at which membership changes. Any combination of comparisons between one
 * field and constants can be represented as such a set. Immutable.
 */
public final class Intervals<T> {
  /** The order of numbers that are represented by their {@link CoordinateKeys}. */
  public static final Order<Long> KEYS =
      new Order<>(
          Long.MIN_VALUE, Long::compare, value -> value == Long.MAX_VALUE ? null : value + 1);

  /** The order of strings by their unsigned bytes. A prefix sorts before longer strings. */
  public static final Order<byte[]> BYTES =
      new Order<>(
          new byte[0], Arrays::compareUnsigned, value -> Arrays.copyOf(value, value.length + 1));

  /** The same order as {@link #BYTES}, for strings that are slices. */
  public static final Order<Slice> TEXTS =
      new Order<>(
          Slice.EMPTY,
          Slice::compareTo,
          value -> Slice.of(Arrays.copyOf(value.toBytes(), value.length() + 1)));

  private final Order<T> order;
  private final boolean containsMin;
  private final List<T> changes;

  /**
   * A total order of values in which each value has a direct successor.
   *
   * @param min the smallest value
   * @param comparator compares two values
   * @param next returns the direct successor of a value, or null for the largest value
   */
  public record Order<T>(T min, Comparator<T> comparator, UnaryOperator<@Nullable T> next) {
    /** Compares two values like a {@link Comparator}. */
    public int compare(T a, T b) {
      return comparator.compare(a, b);
    }

    /** Returns the direct successor of a value, or null for the largest value. */
    public @Nullable T next(T value) {
      return next.apply(value);
    }
  }

  /**
   * An interval of consecutive values.
   *
   * @param low the first value of the interval
   * @param end the first value after the interval; null if the interval is unbounded above
   */
  public record Span<T>(T low, @Nullable T end) {}

  private Intervals(Order<T> order, boolean containsMin, List<T> changes) {
    this.order = order;
    this.containsMin = containsMin;
    this.changes = changes;
  }

  /** Returns the set of all values. */
  public static <T> Intervals<T> all(Order<T> order) {
    return new Intervals<>(order, true, List.of());
  }

  /** Returns the empty set. */
  public static <T> Intervals<T> none(Order<T> order) {
    return new Intervals<>(order, false, List.of());
  }

  /**
   * Returns the set of all values that are at least {@code low}. A null bound is greater than all
   * values, so the set is then empty.
   */
  public static <T> Intervals<T> from(Order<T> order, @Nullable T low) {
    if (low == null) {
      return none(order);
    }
    return order.compare(low, order.min) <= 0
        ? all(order)
        : new Intervals<>(order, false, List.of(low));
  }

  /**
   * Returns the set of all values from {@code low} (inclusive) to {@code end} (exclusive). A null
   * bound is greater than all values.
   */
  public static <T> Intervals<T> between(Order<T> order, @Nullable T low, @Nullable T end) {
    return from(order, low).minus(from(order, end));
  }

  /** Returns the union of several sets, which is empty for an empty list. */
  public static <T> Intervals<T> union(Order<T> order, List<Intervals<T>> sets) {
    int half = sets.size() / 2;
    return sets.size() < 2
        ? sets.isEmpty() ? none(order) : sets.get(0)
        : union(order, sets.subList(0, half)).or(union(order, sets.subList(half, sets.size())));
  }

  /** Returns the set that contains exactly the given values, in any order and with duplicates. */
  public static <T> Intervals<T> of(Order<T> order, Collection<T> values) {
    List<T> sorted = new ArrayList<>(values);
    sorted.sort(order.comparator());
    List<T> changes = new ArrayList<>(2 * sorted.size());
    boolean containsMin = !sorted.isEmpty() && order.compare(sorted.get(0), order.min) == 0;
    T open = containsMin ? order.min : null; // The end (exclusive) of the current interval.
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

  /** Returns the complement of this set. */
  public Intervals<T> negated() {
    return new Intervals<>(order, !containsMin, changes);
  }

  /** Returns the intersection with another set. */
  public Intervals<T> and(Intervals<T> other) {
    return combine(other, true);
  }

  /** Returns the union with another set. */
  public Intervals<T> or(Intervals<T> other) {
    return combine(other, false);
  }

  /** Returns the set of all values that are in this set but not in the other set. */
  public Intervals<T> minus(Intervals<T> other) {
    return and(other.negated());
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

  /** Returns whether this set is empty. */
  public boolean isEmpty() {
    return !containsMin && changes.isEmpty();
  }

  /** Returns whether this set contains all values. */
  public boolean isAll() {
    return containsMin && changes.isEmpty();
  }

  /** Returns whether this set contains the smallest value. */
  public boolean containsMin() {
    return containsMin;
  }

  /**
   * Returns the values at which membership changes, in ascending order. The smallest value of the
   * type is never among them. The list is immutable.
   */
  public List<T> changes() {
    return changes;
  }

  /** Returns whether this set contains a value. */
  public boolean contains(T value) {
    return containsMin ^ (changesUpTo(value) & 1) != 0;
  }

  /** Returns whether this set contains all values of the other set. */
  public boolean containsAll(Intervals<T> other) {
    return other.minus(this).isEmpty();
  }

  /**
   * Returns whether this set contains either all values of an interval or none of them.
   *
   * @param low the first value of the interval
   * @param end the first value after the interval; null if the interval is unbounded above
   */
  public boolean isUniform(T low, @Nullable T end) {
    int next = changesUpTo(low);
    return next == changes.size() || (end != null && order.compare(changes.get(next), end) >= 0);
  }

  /**
   * Returns the maximal intervals of this set, in ascending order. There is a gap between any two
   * of them.
   */
  public List<Span<T>> spans() {
    List<Span<T>> spans = new ArrayList<>();
    T low = containsMin ? order.min : null;
    for (T change : changes) {
      if (low != null) {
        spans.add(new Span<>(low, change));
      }
      low = low == null ? change : null;
    }
    if (low != null) {
      spans.add(new Span<>(low, null));
    }
    return spans;
  }

  /** Returns the order of the values. */
  public Order<T> order() {
    return order;
  }

  /** Returns the number of changes at or before a value. */
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

  /** Returns whether another set has the same order and the same values. */
  @Override
  @SuppressWarnings("unchecked") // An order has one type of values.
  public boolean equals(@Nullable Object other) {
    return other instanceof Intervals<?> that
        && order == that.order
        && containsAll((Intervals<T>) that)
        && ((Intervals<T>) that).containsAll(this);
  }

  @Override
  public int hashCode() {
    return changes.size();
  }
}
