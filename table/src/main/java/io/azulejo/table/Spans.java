package io.azulejo.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set of values of an order with a minimum, as the intervals that it is made of. Immutable. */
final class Spans<T> {
  /** Numbers, as signed ones of 64 bits. */
  static final Order<Long> NUMBERS =
      new Order<>(Long.MIN_VALUE, Long::compare) {
        @Override
        @Nullable Long next(Long value) {
          return value == Long.MAX_VALUE ? null : value + 1;
        }
      };

  /** Strings by their unsigned bytes. */
  static final Order<byte[]> STRINGS =
      new Order<>(new byte[0], Arrays::compareUnsigned) {
        @Override
        byte[] next(byte[] value) {
          return Arrays.copyOf(value, value.length + 1);
        }
      };

  /** An order of values with a minimum. */
  abstract static class Order<T> {
    final T min;
    final Comparator<T> comparator;

    Order(T min, Comparator<T> comparator) {
      this.min = min;
      this.comparator = comparator;
    }

    /** The value right after another one; null after the greatest. */
    abstract @Nullable T next(T value);
  }

  /**
   * An interval.
   *
   * @param low its first value
   * @param end the first value after it; null where there is none
   */
  record Span<T>(T low, @Nullable T end) {}

  private final Order<T> order;
  private final List<Span<T>> spans; // in order, neither touching nor empty

  private Spans(Order<T> order, List<Span<T>> spans) {
    this.order = order;
    this.spans = spans;
  }

  static <T> Spans<T> none(Order<T> order) {
    return new Spans<>(order, List.of());
  }

  static <T> Spans<T> all(Order<T> order) {
    return new Spans<>(order, List.of(new Span<>(order.min, null)));
  }

  /** The values from one on to before another one; none if that does not come after it. */
  static <T> Spans<T> of(Order<T> order, @Nullable T low, @Nullable T end) {
    if (low == null || (end != null && order.comparator.compare(low, end) >= 0)) {
      return none(order);
    }
    return new Spans<>(order, List.of(new Span<>(low, end)));
  }

  static <T> Spans<T> point(Order<T> order, T value) {
    return of(order, value, order.next(value));
  }

  /** The values in any of some sets. */
  static <T> Spans<T> union(Order<T> order, List<Spans<T>> sets) {
    List<Span<T>> sorted = new ArrayList<>();
    sets.forEach(set -> sorted.addAll(set.spans));
    sorted.sort((a, b) -> order.comparator.compare(a.low, b.low));
    List<Span<T>> merged = new ArrayList<>();
    for (Span<T> span : sorted) {
      Span<T> last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      T lastEnd = last == null ? null : last.end;
      if (last != null && (lastEnd == null || order.comparator.compare(span.low, lastEnd) <= 0)) {
        merged.set(merged.size() - 1, new Span<>(last.low, later(order, lastEnd, span.end)));
      } else {
        merged.add(span);
      }
    }
    return new Spans<>(order, List.copyOf(merged));
  }

  private static <T> @Nullable T later(Order<T> order, @Nullable T a, @Nullable T b) {
    if (a == null || b == null) {
      return null;
    }
    return order.comparator.compare(a, b) >= 0 ? a : b;
  }

  Spans<T> or(Spans<T> other) {
    return union(order, List.of(this, other));
  }

  Spans<T> and(Spans<T> other) {
    return not().or(other.not()).not();
  }

  Spans<T> minus(Spans<T> other) {
    return and(other.not());
  }

  /** The values that are not in this set. */
  Spans<T> not() {
    List<Span<T>> gaps = new ArrayList<>();
    T from = order.min;
    for (Span<T> span : spans) {
      if (from != null && order.comparator.compare(from, span.low) < 0) {
        gaps.add(new Span<>(from, span.low));
      }
      from = span.end;
    }
    if (from != null) {
      gaps.add(new Span<>(from, null));
    }
    return new Spans<>(order, List.copyOf(gaps));
  }

  boolean isEmpty() {
    return spans.isEmpty();
  }

  /** Whether all values of another set are in this one. */
  boolean covers(Spans<T> other) {
    return other.minus(this).isEmpty();
  }

  boolean contains(T value) {
    int low = 0;
    int high = spans.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.comparator.compare(spans.get(middle).low, value) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) {
      return false;
    }
    T end = spans.get(low - 1).end;
    return end == null || order.comparator.compare(value, end) < 0;
  }

  /** The intervals, in order, none of which touches the next. */
  List<Span<T>> spans() {
    return spans;
  }

  Order<T> order() {
    return order;
  }

  /** Whether another set is of the same order and has the same values. */
  @Override
  @SuppressWarnings("unchecked") // An order is one of values of one type.
  public boolean equals(Object other) {
    return other instanceof Spans<?> that
        && order == that.order
        && covers((Spans<T>) that)
        && ((Spans<T>) that).covers(this);
  }

  @Override
  public int hashCode() {
    return spans.size();
  }
}
