package io.azulejo.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FragmentIndexTest {
  private final Random random = new Random(20261122);

  @Test
  void findsTheIntervalsThatMeetAnotherOne() {
    for (int round = 0; round < 500; round++) {
      int span = 1 + random.nextInt(200);
      List<long[]> intervals = new ArrayList<>();
      for (int i = random.nextInt(40); i > 0; i--) {
        intervals.add(interval(span));
      }
      FragmentIndex.Intervals index = new FragmentIndex.Intervals(intervals);
      for (int query = 0; query < 20; query++) {
        long[] wanted = interval(span);

        assertThat(index.overlapping(wanted[0], wanted[1]))
            .isEqualTo(
                IntStream.range(0, intervals.size())
                    .filter(i -> intervals.get(i)[0] <= wanted[1])
                    .filter(i -> intervals.get(i)[1] >= wanted[0])
                    .toArray());
      }
    }
  }

  private long[] interval(int span) {
    long low = random.nextInt(span) - span / 2;
    return new long[] {low, low + random.nextInt(1 + span / 8)};
  }

  @Test
  void findsIntervalsAtBothEndsOfTheKeys() {
    FragmentIndex.Intervals index =
        new FragmentIndex.Intervals(
            List.of(
                new long[] {Long.MAX_VALUE, Long.MAX_VALUE},
                new long[] {Long.MIN_VALUE, Long.MIN_VALUE},
                new long[] {Long.MIN_VALUE, Long.MAX_VALUE}));

    assertThat(index.overlapping(Long.MIN_VALUE, Long.MIN_VALUE)).containsExactly(1, 2);
    assertThat(index.overlapping(Long.MAX_VALUE, Long.MAX_VALUE)).containsExactly(0, 2);
    assertThat(index.overlapping(0, 0)).containsExactly(2);
    assertThat(index.overlapping(Long.MIN_VALUE, Long.MAX_VALUE)).containsExactly(0, 1, 2);
  }
}
