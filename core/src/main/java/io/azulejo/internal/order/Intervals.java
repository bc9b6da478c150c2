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
 * A set of ordered values, stored as a sorted list of the values where membership changes.
 * Membership of the smallest value is stored separately; each change at or before a value flips it.
 * Any combination of comparisons of one field with constants is such a set. Immutable.
 */
public final class Intervals<T> {
  /** The order of numbers by their {@link CoordinateKeys}. */
  public static final Order<Long> KEYS =
      new Order<>(
          Long.MIN_VALUE, Long::compare, value -> value == Long.MAX_VALUE ? null : value + 1);

  /** The order of strings by unsigned bytes; a prefix sorts before longer strings. */
  public static final Order<byte[]> BYTES =
      new Order<>(
          new byte[0], Arrays::compareUnsigned, value -> Arrays.copyOf(value, value.length + 1));

  /** The same order for slices. */
  public static final Order<Slice> TEXTS =
      new Order<>(
          Slice.EMPTY,
          Slice::compareTo,
          value -> Slice.of(Arrays.copyOf(value.toBytes(), value.length() + 1)));

  private final Order<T> order;
  private final boolean containsMin;
  private final List<T> changes;

  /**
   * An order of values.
   *
   * @param min the smallest value
   * @param next returns the successor of a value; null for the largest value
   */
  public record Order<T>(T min, Comparator<T> comparator, UnaryOperator<@Nullable T> next) {
    /** Compares two values; the result is that of a {@link Comparator}. */
    public int compare(T a, T b) {
      return comparator.compare(a, b);
    }

    /** Returns the successor of a value; null for the largest value. */
    public @Nullable T next(T value) {
      return next.apply(value);
    }
  }

  /**
   * An interval.
   *
   * @param low its first value
   * @param end the first value after it; null if the interval is unbounded
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

  /** Returns all values from {@code low} on; null sorts after the largest value. */
  public static <T> Intervals<T> from(Order<T> order, @Nullable T low) {
    if (low == null) {
      return none(order);
    }
    return order.compare(low, order.min) <= 0
        ? all(order)
        : new Intervals<>(order, false, List.of(low));
  }

  /** Returns the values from {@code low} to before {@code end}; null sorts after all values. */
  public static <T> Intervals<T> between(Order<T> order, @Nullable T low, @Nullable T end) {
    return from(order, low).minus(from(order, end));
  }

  /** Returns the union of sets. */
  public static <T> Intervals<T> union(Order<T> order, List<Intervals<T>> sets) {
    int half = sets.size() / 2;
    return sets.size() < 2
        ? sets.isEmpty() ? none(order) : sets.get(0)
        : union(order, sets.subList(0, half)).or(union(order, sets.subList(half, sets.size())));
  }

  /** Returns the set of the given values. */
  public static <T> Intervals<T> of(Order<T> order, Collection<T> values) {
    List<T> sorted = new ArrayList<>(values);
    sorted.sort(order.comparator());
    List<T> changes = new ArrayList<>(2 * sorted.size());
    boolean containsMin = !sorted.isEmpty() && order.compare(sorted.get(0), order.min) == 0;
    T open = containsMin ? order.min : null; // end of the current interval
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

  /** Returns the values of this set that are not in another. */
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

  /** Returns the values where membership changes, in order, without the smallest value. */
  public List<T> changes() {
    return changes;
  }

  /** Returns whether this set contains a value. */
  public boolean contains(T value) {
    return containsMin ^ (changesUpTo(value) & 1) != 0;
  }

  /** Returns whether this set contains all values of another set. */
  public boolean containsAll(Intervals<T> other) {
    return other.minus(this).isEmpty();
  }

  /**
   * Returns whether this set contains either all values of an interval or none.
   *
   * @param low the first value of the interval
   * @param end the first value after the interval; null if it is unbounded
   */
  public boolean isUniform(T low, @Nullable T end) {
    int next = changesUpTo(low);
    return next == changes.size() || (end != null && order.compare(changes.get(next), end) >= 0);
  }

  /** Returns the intervals of this set in order, with gaps between them. */
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
