package io.azulejo.internal.read.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberAxisTest {
  private static final Dimension DIMENSION = Dimension.of("d", Datatype.INT32, Range.of(0, 199), 7);

  private final Random random = new Random(20261127);

  /** Returns random ranges in any order, which overlap in some rounds. */
  private List<Range> ranges(int round) {
    List<Range> ranges = new ArrayList<>();
    int low = random.nextInt(10);
    while (low < 200 && ranges.size() < 20) {
      int high = Math.min(199, low + random.nextInt(12));
      ranges.add(
          random.nextInt(3) == 0
              ? new Range.Strided(low, high, 1 + random.nextInt(5))
              : Range.of(low, high));
      low = round % 3 == 0 ? random.nextInt(200) : high + 1 + random.nextInt(9);
    }
    if (round % 3 == 1) {
      ranges.sort(Comparator.comparingInt(range -> System.identityHashCode(range)));
    }
    return ranges;
  }

  private static List<Long> coordinates(Range range, long from, long to) {
    List<Long> found = new ArrayList<>();
    Range.Strided strided = Range.Strided.of(range);
    for (long at = strided.low(); at <= strided.high(); at += strided.step()) {
      if (from <= at && at <= to) {
        found.add(at);
      }
    }
    return found;
  }

  @Test
  void countsAndClipsTheSameCoordinatesAsALoopOverAllRanges() {
    for (int round = 0; round < 600; round++) {
      List<Range> ranges = ranges(round);
      NumberAxis axis = new NumberAxis(DIMENSION, ranges);
      int from = random.nextInt(200);
      int to = from + random.nextInt(200 - from);
      List<Long> expected = new ArrayList<>();
      for (Range range : ranges) {
        expected.addAll(coordinates(range, from, to));
      }
      long low = CoordinateKeys.ofInteger(Datatype.INT32, from);
      long high = CoordinateKeys.ofInteger(Datatype.INT32, to);

      assertThat(axis.count(low, high)).as("%s", ranges).isEqualTo(expected.size());
      List<Long> clipped = new ArrayList<>();
      for (Range range : axis.between(low, high)) {
        clipped.addAll(coordinates(range, 0, 199));
      }
      assertThat(clipped).as("%s from %d to %d", ranges, from, to).isEqualTo(expected);
    }
  }
}
