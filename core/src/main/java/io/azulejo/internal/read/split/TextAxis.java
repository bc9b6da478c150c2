package io.azulejo.internal.read.split;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A string dimension. Strings are numbered relative to a sorted list of boundary strings: the
 * number of a string is the index of the first boundary that is not less than it. Any interval of
 * numbers therefore corresponds to a range with inclusive ends.
 */
final class TextAxis implements SplitAxis {
  private final @Nullable List<Range> wanted;
  private final Slice[] strings;

  /**
   * Creates the axis of a dimension.
   *
   * @param wanted the requested ranges; null if all strings are requested
   * @param strings the boundary strings; cuts are possible only right after one of them
   */
  TextAxis(@Nullable List<Range> wanted, Collection<Slice> strings) {
    this.wanted = wanted;
    TreeSet<Slice> sorted = new TreeSet<>(Slice::compareTo);
    sorted.addAll(strings);
    this.strings = sorted.toArray(Slice[]::new);
  }

  /** Returns the number of a string. */
  long number(Slice text) {
    int at = Arrays.binarySearch(strings, text, Slice::compareTo);
    return at < 0 ? -at - 1 : at;
  }

  /** Returns the number shared by all strings that are greater than every boundary. */
  long last() {
    return strings.length;
  }

  @Override
  public @Nullable List<Range> wanted() {
    return wanted;
  }

  @Override
  public List<Range> between(long low, long high) {
    byte[] from = low <= 0 ? new byte[0] : after(strings[(int) low - 1]);
    byte[] to = high >= strings.length ? null : strings[(int) high].toBytes();
    if (wanted == null) {
      return List.of(range(from, to));
    }
    List<Range> left = new ArrayList<>();
    for (Range range : wanted) {
      byte[] first = max(from, low(range));
      byte[] last = min(to, high(range));
      if (last == null || Arrays.compareUnsigned(first, last) <= 0) {
        left.add(range(first, last));
      }
    }
    return left;
  }

  /** Returns the smallest string that is greater than another. */
  private static byte[] after(Slice text) {
    return Arrays.copyOf(text.toBytes(), text.length() + 1);
  }

  private static Range range(byte[] from, byte @Nullable [] to) {
    return to == null ? new Range.Open(Range.of(from, from), true) : Range.of(from, to);
  }

  private static byte[] low(Range range) {
    if (range instanceof Range.Open open) {
      return open.upwards() ? ((Range.Strings) open.bound()).low() : new byte[0];
    }
    return ((Range.Strings) range).low();
  }

  private static byte @Nullable [] high(Range range) {
    if (range instanceof Range.Open open) {
      return open.upwards() ? null : ((Range.Strings) open.bound()).high();
    }
    return ((Range.Strings) range).high();
  }

  private static byte[] max(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b) >= 0 ? a : b;
  }

  /** Returns the smaller string. Null stands for an upper bound above all strings. */
  private static byte @Nullable [] min(byte @Nullable [] a, byte @Nullable [] b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
  }

  /** Always true, because one number stands for all strings between two boundaries. */
  @Override
  public boolean hasSeveral(long low, long high) {
    return true;
  }

  @Override
  public long gridTile(long number) {
    return 0;
  }

  @Override
  public long cut(long number) {
    return number;
  }
}
