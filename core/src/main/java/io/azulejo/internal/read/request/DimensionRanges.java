package io.azulejo.internal.read.request;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.tile.Coverage;
import io.azulejo.internal.read.tile.SizeBounds;
import io.azulejo.internal.read.tile.TextRuns;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The ranges that a request selects in one dimension, both as given and sorted and merged. Numbers
 * are represented as {@link CoordinateKeys}.
 */
public final class DimensionRanges {
  private final Datatype type;
  private final boolean everything;
  private final boolean repeats;

  /** Lower bounds of the merged ranges, ascending. Empty for string dimensions. */
  private final long[] lows;

  /** Upper bounds of the merged ranges (inclusive). */
  private final long[] highs;

  /** Lower bounds of the given ranges, ascending. */
  private final long[] givenLows;

  private final long[] givenHighs;
  private final long[] givenSteps;

  /** For each given range, the largest upper bound up to and including it. */
  private final long[] reach;

  private final boolean strided;

  /**
   * Merged ranges of strings as {low, high}. A null high means that the range has no upper bound.
   */
  private final List<Slice[]> texts;

  /** Given ranges of strings as {low, high}, sorted by low. */
  private final List<Slice[]> givenTexts;

  private DimensionRanges(Dimension dimension, List<Range> ranges) {
    type = dimension.type();
    everything = ranges == null;
    List<Range> given = ranges == null ? List.of() : ranges;
    if (dimension.isVar()) {
      givenTexts =
          given.stream()
              .map(DimensionRanges::slices)
              .filter(pair -> pair[1] == null || pair[0].compareTo(pair[1]) <= 0)
              .sorted((a, b) -> a[0].compareTo(b[0]))
              .toList();
      texts = mergeTexts(givenTexts);
      repeats = texts.size() < givenTexts.size();
      lows = highs = givenLows = givenHighs = givenSteps = reach = new long[0];
      strided = false;
      return;
    }
    texts = givenTexts = List.of();
    long[][] sorted =
        given.stream()
            .map(
                range ->
                    new long[] {
                      CoordinateKeys.low(type, range),
                      CoordinateKeys.high(type, range),
                      range instanceof Range.Strided every ? every.step() : 1
                    })
            .sorted(Comparator.comparingLong(range -> range[0]))
            .toArray(long[][]::new);
    givenLows = Arrays.stream(sorted).mapToLong(range -> range[0]).toArray();
    givenHighs = Arrays.stream(sorted).mapToLong(range -> range[1]).toArray();
    givenSteps = Arrays.stream(sorted).mapToLong(range -> range[2]).toArray();
    strided = Arrays.stream(givenSteps).anyMatch(step -> step > 1);
    reach = givenHighs.clone();
    for (int i = 1; i < reach.length; i++) {
      reach[i] = Math.max(reach[i], reach[i - 1]);
    }
    List<long[]> merged = mergeKeys(type.isIntegerValued());
    lows = merged.stream().mapToLong(pair -> pair[0]).toArray();
    highs = merged.stream().mapToLong(pair -> pair[1]).toArray();
    repeats = mergeKeys(false).size() < givenLows.length;
  }

  private static Slice[] slices(Range range) {
    if (range instanceof Range.Open open) {
      Range.Strings bound = (Range.Strings) open.bound();
      return open.upwards()
          ? new Slice[] {Slice.of(bound.low()), null}
          : new Slice[] {Slice.EMPTY, Slice.of(bound.high())};
    }
    Range.Strings text = (Range.Strings) range;
    return new Slice[] {Slice.of(text.low()), Slice.of(text.high())};
  }

  /** Returns ranges that select the whole dimension. */
  public static DimensionRanges everything(Dimension dimension) {
    return new DimensionRanges(dimension, null);
  }

  /** Returns the given ranges, which must match the type of the dimension. */
  public static DimensionRanges of(Dimension dimension, List<Range> ranges) {
    return new DimensionRanges(dimension, ranges);
  }

  /**
   * Merges ranges of an integer dimension into the single range that global order requires.
   *
   * @throws InvalidRequestException if more than one range remains or a range has a step
   */
  public static Range oneRange(Dimension dimension, List<Range> ranges) {
    if (ranges.size() == 1) {
      return ranges.get(0);
    }
    DimensionRanges merged = of(dimension, ranges);
    if (merged.merged() > 1 || merged.strided) {
      throw manyRanges(dimension, ranges.size());
    }
    return merged.hull();
  }

  /** Returns the exception for a request in global order with several ranges in a dimension. */
  public static InvalidRequestException manyRanges(Dimension dimension, int count) {
    return new InvalidRequestException(
        ("dimension \"%s\" has %d ranges, but global order supports one for each"
                + " dimension; request another layout, or read range by range")
            .formatted(dimension.name(), count));
  }

  /** Returns whether a fragment may have cells within the ranges of all dimensions. */
  public static boolean touch(ArraySchema schema, Fragment fragment, DimensionRanges[] ranges) {
    NDRange box = fragment.nonEmptyDomain().orElse(null);
    for (int d = 0; d < ranges.length && box != null; d++) {
      Dimension dimension = schema.dimensions().get(d);
      Coverage coverage;
      if (ranges[d].isEverything()) {
        continue;
      }
      if (box.get(d) instanceof Range.Strings text) {
        coverage =
            ranges[d].coverage(
                Slice.of(text.low()),
                fragment.version().hasExactStringBounds() ? Slice.of(text.high()) : null);
      } else {
        coverage =
            ranges[d].coverage(
                CoordinateKeys.low(dimension.type(), box.get(d)),
                CoordinateKeys.high(dimension.type(), box.get(d)));
      }
      if (coverage == Coverage.NONE) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the smallest key within the ranges. Requires a numeric dimension that is not selected
   * in full.
   */
  public long low() {
    return lows[0];
  }

  /**
   * Returns the largest key within the ranges. Requires a numeric dimension that is not selected in
   * full.
   */
  public long high() {
    return highs[highs.length - 1];
  }

  /** Returns whether the whole dimension is selected. */
  public boolean isEverything() {
    return everything;
  }

  /** Returns the number of merged ranges; 1 if the whole dimension is selected. */
  public int merged() {
    return everything ? 1 : Math.max(lows.length, texts.size());
  }

  /** Returns the range from the smallest to the largest selected integer. */
  Range hull() {
    return Range.of(
        CoordinateKeys.toInteger(type, lows[0]),
        CoordinateKeys.toInteger(type, highs[highs.length - 1]));
  }

  /** Returns whether a coordinate may be in several of the given ranges. */
  public boolean repeats() {
    return repeats;
  }

  /** Returns whether the ranges may contain the given key or a greater one. */
  public boolean reaches(long key) {
    return everything || (highs.length > 0 && highs[highs.length - 1] >= key);
  }

  /**
   * Returns the smallest key within the ranges that is not less than the given one. Steps are
   * ignored. The ranges must reach the key ({@link #reaches}).
   */
  public long from(long key) {
    if (everything) {
      return key;
    }
    int at = Arrays.binarySearch(highs, key);
    return Math.max(key, lows[at < 0 ? -at - 1 : at]);
  }

  /** Returns how much of an interval of keys is within the ranges. */
  public Coverage coverage(long low, long high) {
    if (everything) {
      return Coverage.ALL;
    }
    int at = Arrays.binarySearch(highs, low);
    int first = at < 0 ? -at - 1 : at;
    if (first == lows.length || lows[first] > high) {
      return Coverage.NONE;
    }
    if (strided) {
      return low < high ? Coverage.SOME : multiplicity(low) > 0 ? Coverage.ALL : Coverage.NONE;
    }
    return lows[first] <= low && high <= highs[first] ? Coverage.ALL : Coverage.SOME;
  }

  /** Returns whether an interval of keys contains a selected key. */
  public boolean selectsAny(long low, long high) {
    if (!strided) {
      return coverage(low, high) != Coverage.NONE;
    }
    for (int i = lastGiven(high); i >= 0 && reach[i] >= low; i--) {
      long first = givenLows[i];
      if (first < low) {
        long over = Long.remainderUnsigned(low - first, givenSteps[i]);
        first = over == 0 ? low : low + (givenSteps[i] - over); // less than low after an overflow
      }
      if (low <= first && first <= Math.min(high, givenHighs[i])) {
        return true;
      }
    }
    return false;
  }

  /** Returns the index of the last given range that does not begin after a key, or -1. */
  private int lastGiven(long key) {
    int at = Arrays.binarySearch(givenLows, key);
    int last = at < 0 ? -at - 2 : at;
    while (last + 1 < givenLows.length && givenLows[last + 1] == key) {
      last++;
    }
    return last;
  }

  /**
   * Returns the estimated fraction (0 to 1) of an interval of keys that lies between the first and
   * the last range in it.
   */
  public double share(long low, long high) {
    int at = Arrays.binarySearch(highs, low);
    int first = at < 0 ? -at - 1 : at;
    at = Arrays.binarySearch(lows, high);
    int last = at < 0 ? -at - 2 : at;
    if (first > last) {
      return 0;
    }
    double within = (double) Math.min(high, highs[last]) - (double) Math.max(low, lows[first]) + 1;
    return within / ((double) high - (double) low + 1);
  }

  /**
   * Returns how much of an interval of strings is within the ranges. A null high means that the
   * upper bound is not known.
   */
  public Coverage coverage(Slice low, Slice high) {
    if (everything) {
      return Coverage.ALL;
    }
    int first = firstReaching(low);
    if (first == texts.size()) {
      return Coverage.NONE;
    }
    if (high == null) {
      return Coverage.SOME;
    }
    Slice[] range = texts.get(first);
    if (range[0].compareTo(high) > 0) {
      return Coverage.NONE;
    }
    boolean all =
        range[0].compareTo(low) <= 0 && (range[1] == null || high.compareTo(range[1]) <= 0);
    return all ? Coverage.ALL : Coverage.SOME;
  }

  /** Returns the index of the first merged range that does not end before a string. */
  private int firstReaching(Slice text) {
    int first = 0;
    int end = texts.size();
    while (first < end) {
      int middle = (first + end) >>> 1;
      Slice high = texts.get(middle)[1];
      if (high == null || high.compareTo(text) >= 0) {
        end = middle;
      } else {
        first = middle + 1;
      }
    }
    return first;
  }

  /** Keeps the rows whose key is within the ranges. */
  public void select(long[] keys, RowSelection rows) {
    if (strided) {
      rows.keep(row -> multiplicity(keys[row]) > 0);
    } else if (lows.length == 1) {
      rows.keepBetween(keys, lows[0], highs[0]);
    } else {
      rows.keepWithin(keys, lows, highs);
    }
  }

  /**
   * Keeps the rows whose string is within the ranges. The strings are given as runs of equal
   * values.
   */
  public void select(TextRuns runs, RowSelection rows) {
    rows.keepRuns(runs.ends(), test(runs.values()));
  }

  /** Keeps the rows whose string is within the ranges. */
  public void select(CellColumn column, RowSelection rows) {
    rows.keep(test(column));
  }

  /**
   * Returns a test of strings. If a single string is selected, most others already differ from it
   * in length.
   */
  private IntPredicate test(CellColumn column) {
    if (texts.size() != 1 || !texts.get(0)[0].equals(texts.get(0)[1])) {
      return row -> contains(column, row);
    }
    Slice wanted = texts.get(0)[0];
    int length = wanted.length();
    int[] offsets = column.offsets();
    return row -> offsets[row + 1] - offsets[row] == length && compare(column, row, wanted) == 0;
  }

  /** Returns in how many of the given ranges a key is. */
  public int multiplicity(long key) {
    if (everything) {
      return 1;
    }
    int times = 0;
    for (int i = lastGiven(key); i >= 0 && reach[i] >= key; i--) {
      if (key <= givenHighs[i] && Long.remainderUnsigned(key - givenLows[i], givenSteps[i]) == 0) {
        times++;
      }
    }
    return times;
  }

  /**
   * Returns an upper bound for how often the given ranges of all dimensions select the same cell.
   */
  public static long maxMultiplicity(DimensionRanges[] ranges) {
    long most = 1;
    for (DimensionRanges each : ranges) {
      most = SizeBounds.product(most, each.maxMultiplicity());
    }
    return most;
  }

  /** Returns an upper bound for how many of the given ranges contain the same coordinate. */
  private int maxMultiplicity() {
    if (!repeats) {
      return 1;
    }
    return givenTexts.isEmpty() ? maxOfNumbers() : maxOfTexts();
  }

  private int maxOfNumbers() {
    int[] whole =
        IntStream.range(0, givenLows.length).filter(i -> givenLows[i] <= givenHighs[i]).toArray();
    long[] ends = IntStream.of(whole).mapToLong(i -> givenHighs[i]).sorted().toArray();
    int most = 1;
    int ended = 0;
    for (int begun = 0; begun < whole.length; begun++) {
      while (ends[ended] < givenLows[whole[begun]]) {
        ended++;
      }
      most = Math.max(most, begun + 1 - ended);
    }
    return most;
  }

  private int maxOfTexts() {
    List<Slice> ends =
        givenTexts.stream()
            .flatMap(range -> Stream.ofNullable(range[1]))
            .sorted(Slice::compareTo)
            .toList();
    int most = 1;
    int ended = 0;
    for (int i = 0; i < givenTexts.size(); i++) {
      while (ended < ends.size() && ends.get(ended).compareTo(givenTexts.get(i)[0]) < 0) {
        ended++;
      }
      most = Math.max(most, i + 1 - ended);
    }
    return most;
  }

  /** Returns in how many of the given ranges the string of a row is. */
  public int multiplicity(CellColumn column, int row) {
    if (everything) {
      return 1;
    }
    int times = 0;
    for (Slice[] range : givenTexts) {
      if (compare(column, row, range[0]) < 0) {
        break;
      }
      if (range[1] == null || compare(column, row, range[1]) <= 0) {
        times++;
      }
    }
    return times;
  }

  private boolean contains(CellColumn column, int row) {
    int first = 0;
    int end = texts.size();
    while (first < end) {
      int middle = (first + end) >>> 1;
      Slice high = texts.get(middle)[1];
      if (high == null || compare(column, row, high) <= 0) {
        end = middle;
      } else {
        first = middle + 1;
      }
    }
    return first < texts.size() && compare(column, row, texts.get(first)[0]) >= 0;
  }

  /** Compares the string of a row with another string by unsigned bytes. */
  public static int compare(CellColumn texts, int row, Slice bound) {
    return Arrays.compareUnsigned(
        texts.data(),
        texts.offsets()[row],
        texts.offsets()[row + 1],
        bound.array(),
        bound.offset(),
        bound.offset() + bound.length());
  }

  private List<long[]> mergeKeys(boolean touching) {
    List<long[]> merged = new ArrayList<>();
    for (int i = 0; i < givenLows.length; i++) {
      long[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      boolean joins =
          last != null
              && (givenLows[i] <= last[1]
                  || (touching && last[1] != Long.MAX_VALUE && givenLows[i] == last[1] + 1));
      if (joins) {
        last[1] = Math.max(last[1], givenHighs[i]);
      } else {
        merged.add(new long[] {givenLows[i], givenHighs[i]});
      }
    }
    return merged;
  }

  /** Merges ranges that are sorted by their lower bounds. */
  private static List<Slice[]> mergeTexts(List<Slice[]> sorted) {
    List<Slice[]> merged = new ArrayList<>();
    for (Slice[] pair : sorted) {
      Slice[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last == null || (last[1] != null && pair[0].compareTo(last[1]) > 0)) {
        merged.add(pair.clone());
      } else if (last[1] != null && (pair[1] == null || pair[1].compareTo(last[1]) > 0)) {
        last[1] = pair[1];
      }
    }
    return merged;
  }
}
