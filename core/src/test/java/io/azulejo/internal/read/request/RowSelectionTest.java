package io.azulejo.internal.read.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowSelectionTest {
  @Test
  void keepsTheSameRowsByTableOrByRunsAsByTestsOfEachKey() {
    long seed = Long.getLong("azulejo.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      long[] keys = keys(random);
      if (random.nextInt(3) == 0) {
        Arrays.sort(keys);
      }
      long[] bounds =
          Arrays.stream(keys(random)).filter(key -> key < Long.MAX_VALUE).distinct().toArray();
      Arrays.sort(bounds);
      int intervals = bounds.length / 2;
      long[] lows = IntStream.range(0, intervals).mapToLong(n -> bounds[2 * n]).toArray();
      long[] highs = IntStream.range(0, intervals).mapToLong(n -> bounds[2 * n + 1]).toArray();
      RowSelection rows = new RowSelection(keys.length);
      boolean halved = random.nextBoolean();
      if (halved) {
        rows.keep(row -> row % 2 == 0);
      }

      rows.keepWithin(keys, lows, highs);

      int[] expected =
          IntStream.range(0, keys.length)
              .filter(row -> !halved || row % 2 == 0)
              .filter(row -> contains(keys[row], lows, highs))
              .toArray();
      int[] kept = rows.rows() == null ? IntStream.range(0, keys.length).toArray() : rows.rows();
      assertThat(kept).as("seed %d, case %d", seed, i).isEqualTo(expected);
      assertThat(rows.count()).isEqualTo(expected.length);
    }
  }

  /** Returns close or distant keys, some of them at the limits of the type. */
  private static long[] keys(Random random) {
    long[] keys = new long[random.nextInt(60)];
    int bits = 1 + random.nextInt(64);
    long from = random.nextInt(3) == 0 ? Long.MIN_VALUE : random.nextInt(3) - 1;
    for (int i = 0; i < keys.length; i++) {
      keys[i] = from + (random.nextLong() >>> (Long.SIZE - bits));
    }
    return keys;
  }

  private static boolean contains(long key, long[] lows, long[] highs) {
    return IntStream.range(0, lows.length).anyMatch(i -> lows[i] <= key && key <= highs[i]);
  }
}
