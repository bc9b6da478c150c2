package io.azulejo.internal.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.Tasks;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random keys against a stable sort of the JDK. Another seed: {@code -Dazulejo.seed=N}. */
class KeySortTest {
  private final long seed = Long.getLong("azulejo.seed", 20_261_127L);
  private final Random random = new Random(seed);

  /** Ascending runs of random lengths of about a mean, of keys below a bound or of all bits. */
  private long[] keys(int count, int meanRun, long bound) {
    long[] keys =
        random
            .longs(count)
            .map(key -> bound == 0 ? key : Math.floorMod(key, bound))
            .map(key -> key ^ Long.MIN_VALUE)
            .toArray();
    for (int from = 0; from < count; ) {
      int end = Math.min(count, from + 1 + random.nextInt(2 * meanRun));
      Arrays.sort(keys, from, end);
      from = end;
    }
    return Arrays.stream(keys).map(key -> key ^ Long.MIN_VALUE).toArray();
  }

  private static int[] naive(long[] keys, Comparator<Integer> ties) {
    Comparator<Integer> order = (a, b) -> Long.compareUnsigned(keys[a], keys[b]);
    return IntStream.range(0, keys.length)
        .boxed()
        .sorted(order.thenComparing(ties))
        .mapToInt(i -> i)
        .toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0",
    "1, 1, 0",
    "5000, 1, 0",
    "5000, 2000, 40",
    "100000, 1, 0",
    "100000, 1, 300",
    "100000, 1, 1",
    "100000, 3000, 0",
    "100000, 300, 0",
    "100000, 20000, 50",
    "100000, 200000, 0",
    "700000, 60000, 0",
    "700000, 400, 100000",
  })
  void sortsRunsOfAnyLengthAsAStableSortDoes(int count, int meanRun, long bound) {
    long[] keys = keys(count, meanRun, bound);
    int[] expected = naive(keys, (a, b) -> 0);
    try (Tasks tasks = new Tasks(2, 0)) {
      KeySort.Sorted sorted = new KeySort(tasks::compute, null).sort(keys.clone());

      assertThat(sorted.positions()).as("seed " + seed).isEqualTo(expected);
      assertThat(sorted.keys()).isEqualTo(RadixSort.take(keys, expected));
      assertSpansDivide(sorted);
    }
  }

  private static void assertSpansDivide(KeySort.Sorted sorted) {
    int at = 0;
    for (KeySort.Span span : sorted.spans()) {
      assertThat(span.from()).isEqualTo(at);
      if (at > 0 && span.length() > 0) {
        assertThat(sorted.keys()[at]).isNotEqualTo(sorted.keys()[at - 1]);
      }
      at = span.end();
    }
    assertThat(at).isEqualTo(sorted.keys().length);
  }

  @ParameterizedTest
  @CsvSource({"3000, 1", "100000, 1", "100000, 25000", "100000, 200000"})
  void sortsEqualKeysByAFinerOrder(int count, int meanRun) {
    long[] keys = keys(count, meanRun, count / 7);
    int[] finer = random.ints(count, 0, 3).toArray();
    int[] expected = naive(keys, Comparator.comparingInt(i -> finer[i]));

    int[] positions =
        new KeySort(KeySort.Workers::serially, (a, b) -> Integer.compare(finer[a], finer[b]))
            .sort(keys.clone())
            .positions();

    assertThat(positions).as("seed " + seed).isEqualTo(expected);
  }

  @Test
  void cutsWorkForSeveralThreads() {
    long[] keys = keys(1 << 17, 1 << 15, 0);

    assertThat(new KeySort(KeySort.Workers::serially, null).sort(keys).spans())
        .hasSizeGreaterThan(4);
  }
}
