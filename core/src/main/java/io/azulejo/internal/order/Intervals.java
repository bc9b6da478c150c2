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
 * A set of values of an order, as the values where membership changes: a value is in the set when
 * the smallest one is and an even number of changes lie at or before it, or neither. So any
 * combination of comparisons of one field with constants is one such set. Immutable.
 */
public final class Intervals<T> {
  /** Numbers by their {@link CoordinateKeys}. */
  public static final Order<Long> KEYS =
      new Order<>(
          Long.MIN_VALUE, Long::compare, value -> value == Long.MAX_VALUE ? null : value + 1);

  /** Strings by their unsigned bytes, the shorter prefix first. */
  public static final Order<byte[]> BYTES =
      new Order<>(
          new byte[0], Arrays::compareUnsigned, value -> Arrays.copyOf(value, value.length + 1));

  /** The same for slices. */
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
   * @param next returns the value right after another one; null after the largest
   */
  public record Order<T>(T min, Comparator<T> comparator, UnaryOperator<@Nullable T> next) {
    /** Compares as a comparator does. */
    public int compare(T a, T b) {
      return comparator.compare(a, b);
    }

    /** The value right after another one; null after the largest. */
    public @Nullable T next(T value) {
      return next.apply(value);
    }
  }

  /**
   * An interval.
   *
   * @param low its first value
   * @param end the first value after it; null where there is none
   */
  public record Span<T>(T low, @Nullable T end) {}

  private Intervals(Order<T> order, boolean containsMin, List<T> changes) {
    this.order = order;
    this.containsMin = containsMin;
    this.changes = changes;
  }

  /** All values. */
  public static <T> Intervals<T> all(Order<T> order) {
    return new Intervals<>(order, true, List.of());
  }

  /** No values. */
  public static <T> Intervals<T> none(Order<T> order) {
    return new Intervals<>(order, false, List.of());
  }

  /** The values from one on; none if that is null, which comes after the largest. */
  public static <T> Intervals<T> from(Order<T> order, @Nullable T low) {
    if (low == null) {
      return none(order);
    }
    return order.compare(low, order.min) <= 0
        ? all(order)
        : new Intervals<>(order, false, List.of(low));
  }

  /** The values from one on to before another one, if that comes after it; null is behind all. */
  public static <T> Intervals<T> between(Order<T> order, @Nullable T low, @Nullable T end) {
    return from(order, low).minus(from(order, end));
  }

  /** The values that are in one of some sets, at least. */
  public static <T> Intervals<T> union(Order<T> order, List<Intervals<T>> sets) {
    int half = sets.size() / 2;
    return sets.size() < 2
        ? sets.isEmpty() ? none(order) : sets.get(0)
        : union(order, sets.subList(0, half)).or(union(order, sets.subList(half, sets.size())));
  }

  /** Some values alone. */
  public static <T> Intervals<T> of(Order<T> order, Collection<T> values) {
    List<T> sorted = new ArrayList<>(values);
    sorted.sort(order.comparator());
    List<T> changes = new ArrayList<>(2 * sorted.size());
    boolean containsMin = !sorted.isEmpty() && order.compare(sorted.get(0), order.min) == 0;
    T open = containsMin ? order.min : null; // where the interval ends that is being made
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
  public Intervals<T> negated() {
    return new Intervals<>(order, !containsMin, changes);
  }

  /** The values that are in both sets. */
  public Intervals<T> and(Intervals<T> other) {
    return combine(other, true);
  }

  /** The values that are in one set at least. */
  public Intervals<T> or(Intervals<T> other) {
    return combine(other, false);
  }

  /** The values of this set that are not in another. */
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

  /** Whether no value is in this set. */
  public boolean isNone() {
    return !containsMin && changes.isEmpty();
  }

  /** Whether all values are in this set. */
  public boolean isAll() {
    return containsMin && changes.isEmpty();
  }

  /** Whether the smallest value is in this set. */
  public boolean containsMin() {
    return containsMin;
  }

  /** Where membership changes, in order; never at the smallest value. */
  public List<T> changes() {
    return changes;
  }

  /** Whether a value is in this set. */
  public boolean contains(T value) {
    return containsMin ^ (changesUpTo(value) & 1) != 0;
  }

  /** Whether all values of another set are in this one. */
  public boolean containsAll(Intervals<T> other) {
    return other.minus(this).isNone();
  }

  /**
   * Whether all values of an interval are in this set, or none.
   *
   * @param low the first value of the interval
   * @param end the first value after the interval; null where there is no end
   */
  public boolean isUniform(T low, @Nullable T end) {
    int next = changesUpTo(low);
    return next == changes.size() || (end != null && order.compare(changes.get(next), end) >= 0);
  }

  /** The intervals of this set, in order, none of which touches the next. */
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

  /** The order of the values. */
  public Order<T> order() {
    return order;
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

  /** Whether another set is of the same order and has the same values. */
  @Override
  @SuppressWarnings("unchecked") // An order is one of values of one type.
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
