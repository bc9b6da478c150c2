package io.azulejo.internal.read;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.Fragment;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The ranges that are asked for in one dimension: as they were given, and sorted and merged.
 * Numbers are {@link CoordinateKeys}.
 */
final class DimensionRanges {
  /** No coordinate of a box is within the ranges. */
  static final int NONE = 0;

  /** Some coordinates of a box may be within the ranges. */
  static final int SOME = 1;

  /** All coordinates of a box are within the ranges. */
  static final int ALL = 2;

  private final Datatype type;
  private final boolean everything;
  private final boolean repeats;
  private final long[] lows;
  private final long[] highs;
  private final long[] givenLows;
  private final long[] givenHighs;
  private final Slice[] textLows;
  private final Slice[] textHighs;
  private final List<Slice[]> givenTexts;

  private DimensionRanges(Dimension dimension, List<Range> ranges) {
    type = dimension.type();
    everything = ranges == null;
    List<Range> given = ranges == null ? List.of() : ranges;
    if (dimension.isVar()) {
      givenTexts = new ArrayList<>();
      for (Range range : given) {
        Range.Text text = (Range.Text) range;
        givenTexts.add(new Slice[] {Slice.of(text.low()), Slice.of(text.high())});
      }
      List<Slice[]> merged = mergeTexts(givenTexts);
      textLows = merged.stream().map(pair -> pair[0]).toArray(Slice[]::new);
      textHighs = merged.stream().map(pair -> pair[1]).toArray(Slice[]::new);
      lows = highs = givenLows = givenHighs = new long[0];
      repeats = merged.size() < givenTexts.size() && overlap(givenTexts);
    } else {
      givenTexts = List.of();
      textLows = textHighs = new Slice[0];
      givenLows = given.stream().mapToLong(r -> CoordinateKeys.low(type, r)).toArray();
      givenHighs = given.stream().mapToLong(r -> CoordinateKeys.high(type, r)).toArray();
      List<long[]> merged = mergeKeys(givenLows, givenHighs, type.isWhole());
      lows = merged.stream().mapToLong(pair -> pair[0]).toArray();
      highs = merged.stream().mapToLong(pair -> pair[1]).toArray();
      repeats = mergeKeys(givenLows, givenHighs, false).size() < givenLows.length;
    }
  }

  /** All of a dimension. */
  static DimensionRanges everything(Dimension dimension) {
    return new DimensionRanges(dimension, null);
  }

  /** Some ranges of a dimension, of its kind. */
  static DimensionRanges of(Dimension dimension, List<Range> ranges) {
    return new DimensionRanges(dimension, ranges);
  }

  /** The one range that ranges are once they are merged, as global order wants it. */
  static Range oneRange(Dimension dimension, List<Range> ranges) {
    DimensionRanges merged = of(dimension, ranges);
    if (merged.merged() > 1) {
      throw manyRanges(dimension, merged.merged());
    }
    return merged.hull();
  }

  static InvalidRequestException manyRanges(Dimension dimension, int count) {
    return new InvalidRequestException(
        "dimension \"%s\": %d ranges, but global order takes one for each dimension: ask for another layout, or read range by range"
            .formatted(dimension.name(), count));
  }

  /** Whether a fragment may have cells within the ranges of all dimensions. */
  static boolean touch(ArraySchema schema, Fragment fragment, DimensionRanges[] ranges) {
    NDRange box = fragment.nonEmptyDomain().orElse(null);
    for (int d = 0; d < ranges.length && box != null; d++) {
      Dimension dimension = schema.dimensions().get(d);
      int coverage;
      if (ranges[d].isEverything()) {
        continue;
      }
      if (box.get(d) instanceof Range.Text text) {
        coverage =
            ranges[d].coverage(
                Slice.of(text.low()),
                fragment.version().boundsStringsRight() ? Slice.of(text.high()) : null);
      } else {
        coverage =
            ranges[d].coverage(
                CoordinateKeys.low(dimension.type(), box.get(d)),
                CoordinateKeys.high(dimension.type(), box.get(d)));
      }
      if (coverage == DimensionRanges.NONE) {
        return false;
      }
    }
    return true;
  }

  /** Whether all of the dimension is asked for. */
  boolean isEverything() {
    return everything;
  }

  /** The number of ranges once they are merged. */
  int merged() {
    return everything ? 1 : Math.max(lows.length, textLows.length);
  }

  /** The whole numbers from the least to the greatest. */
  Range hull() {
    return Range.of(
        CoordinateKeys.toWhole(type, lows[0]),
        CoordinateKeys.toWhole(type, highs[highs.length - 1]));
  }

  /** Whether some coordinate is in several of the given ranges. */
  boolean repeats() {
    return repeats;
  }

  /** How much of an interval of numbers is within the ranges. */
  int coverage(long low, long high) {
    if (everything) {
      return ALL;
    }
    int at = Arrays.binarySearch(highs, low);
    int first = at < 0 ? -at - 1 : at;
    if (first == lows.length || lows[first] > high) {
      return NONE;
    }
    return lows[first] <= low && high <= highs[first] ? ALL : SOME;
  }

  /**
   * How much of an interval of strings is within the ranges; high is null where it is not known.
   */
  int coverage(Slice low, Slice high) {
    if (everything) {
      return ALL;
    }
    for (int i = 0; i < textLows.length; i++) {
      if (textHighs[i].compareTo(low) >= 0) {
        if (high == null) {
          return SOME;
        }
        if (textLows[i].compareTo(high) > 0) {
          return NONE;
        }
        boolean all = textLows[i].compareTo(low) <= 0 && high.compareTo(textHighs[i]) <= 0;
        return all ? ALL : SOME;
      }
    }
    return NONE;
  }

  /** Keeps the rows whose number is in some range. */
  void select(long[] keys, RowSelection rows) {
    if (lows.length == 1) {
      rows.keepBetween(keys, lows[0], highs[0]);
    } else {
      rows.keep(row -> coverage(keys[row], keys[row]) != NONE);
    }
  }

  /** Keeps the rows whose string is in some range. */
  void select(TileColumn texts, RowSelection rows) {
    rows.keep(row -> containsText(texts, row));
  }

  /** In how many of the given ranges a number is. */
  int multiplicity(long key) {
    if (everything) {
      return 1;
    }
    int times = 0;
    for (int i = 0; i < givenLows.length; i++) {
      if (givenLows[i] <= key && key <= givenHighs[i]) {
        times++;
      }
    }
    return times;
  }

  /** In how many of the given ranges a string is. */
  int multiplicity(TileColumn texts, int row) {
    if (everything) {
      return 1;
    }
    int times = 0;
    for (Slice[] range : givenTexts) {
      if (within(texts, row, range[0], range[1])) {
        times++;
      }
    }
    return times;
  }

  private boolean containsText(TileColumn texts, int row) {
    for (int i = 0; i < textLows.length; i++) {
      if (within(texts, row, textLows[i], textHighs[i])) {
        return true;
      }
    }
    return false;
  }

  private static boolean within(TileColumn texts, int row, Slice low, Slice high) {
    return compare(texts, row, low) >= 0 && compare(texts, row, high) <= 0;
  }

  /** Compares the string of a row with another one. */
  static int compare(TileColumn texts, int row, Slice bound) {
    return Arrays.compareUnsigned(
        texts.data(),
        texts.offsets()[row],
        texts.offsets()[row + 1],
        bound.array(),
        bound.offset(),
        bound.offset() + bound.length());
  }

  private static List<long[]> mergeKeys(long[] lows, long[] highs, boolean touching) {
    List<long[]> pairs = new ArrayList<>();
    for (int i = 0; i < lows.length; i++) {
      pairs.add(new long[] {lows[i], highs[i]});
    }
    pairs.sort(Comparator.comparingLong(pair -> pair[0]));
    List<long[]> merged = new ArrayList<>();
    for (long[] pair : pairs) {
      long[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      boolean joins =
          last != null
              && (pair[0] <= last[1]
                  || (touching && last[1] != Long.MAX_VALUE && pair[0] == last[1] + 1));
      if (joins) {
        last[1] = Math.max(last[1], pair[1]);
      } else {
        merged.add(pair);
      }
    }
    return merged;
  }

  private static List<Slice[]> mergeTexts(List<Slice[]> given) {
    List<Slice[]> pairs = new ArrayList<>();
    for (Slice[] range : given) {
      if (range[0].compareTo(range[1]) <= 0) {
        pairs.add(range.clone());
      }
    }
    pairs.sort((a, b) -> a[0].compareTo(b[0]));
    List<Slice[]> merged = new ArrayList<>();
    for (Slice[] pair : pairs) {
      Slice[] last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && pair[0].compareTo(last[1]) <= 0) {
        last[1] = pair[1].compareTo(last[1]) > 0 ? pair[1] : last[1];
      } else {
        merged.add(pair);
      }
    }
    return merged;
  }

  private static boolean overlap(List<Slice[]> given) {
    long real = given.stream().filter(range -> range[0].compareTo(range[1]) <= 0).count();
    return mergeTexts(given).size() < real;
  }
}
