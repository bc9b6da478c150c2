package io.azulejo.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.ByteRanges.Merged;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteRangesTest {
  @Test
  void readsNeighboursTogetherAndOthersApart() {
    List<Merged> merged =
        ByteRanges.merge(new long[] {0, 100, 205, 1000}, new long[] {100, 100, 5, 10}, 5, 1000);

    assertThat(merged).hasSize(2);
    assertMerged(merged.get(0), 0, 210, 0, 1, 2);
    assertMerged(merged.get(1), 1000, 10, 3);
  }

  @Test
  void doesNotGrowBeyondTheLimitUnlessOneRangeDoes() {
    List<Merged> merged =
        ByteRanges.merge(new long[] {0, 60, 100, 400}, new long[] {60, 40, 300, 1}, 0, 100);

    assertThat(merged).hasSize(3);
    assertMerged(merged.get(0), 0, 100, 0, 1);
    assertMerged(merged.get(1), 100, 300, 2);
    assertMerged(merged.get(2), 400, 1, 3);
  }

  @Test
  void sortsAndKeepsRangesWithinOthersAndEmptyOnes() {
    List<Merged> merged =
        ByteRanges.merge(new long[] {50, 10, 20, 10}, new long[] {0, 100, 5, 0}, 0, 100);

    assertThat(merged).hasSize(1);
    assertMerged(merged.get(0), 10, 100, 1, 3, 2, 0);
    assertThat(ByteRanges.merge(new long[0], new long[0])).isEmpty();
  }

  @Test
  void survivesRangesThatEndBeyondAllNumbers() {
    List<Merged> merged =
        ByteRanges.merge(
            new long[] {Long.MAX_VALUE - 5, 10}, new long[] {Long.MAX_VALUE, Long.MAX_VALUE});

    assertThat(merged.stream().mapToInt(range -> range.members().length).sum()).isEqualTo(2);
    for (Merged range : merged) {
      assertThat(range.length()).isNotNegative();
      assertThat(range.position() + range.length()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void coversEveryRangeOnceWithinTheLimits() {
    long seed = Long.parseLong(seedOr("20260117"));
    System.out.println("ByteRangesTest: -Dazulejo.seed=" + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      int count = random.nextInt(30);
      long[] positions = new long[count];
      long[] lengths = new long[count];
      for (int i = 0; i < count; i++) {
        positions[i] = random.nextInt(2000);
        lengths[i] = random.nextInt(100);
      }
      long maxGap = random.nextInt(50);
      long maxLength = 1 + random.nextInt(300);

      List<Integer> seen = new ArrayList<>();
      for (Merged range : ByteRanges.merge(positions, lengths, maxGap, maxLength)) {
        long end = range.position();
        for (int member : range.members()) {
          seen.add(member);
          assertThat(positions[member]).isGreaterThanOrEqualTo(range.position());
          assertThat(positions[member] - end).isLessThanOrEqualTo(maxGap);
          end = Math.max(end, positions[member] + lengths[member]);
        }
        assertThat(end).isEqualTo(range.position() + range.length());
        if (range.length() > maxLength) {
          assertThat(range.length()).isEqualTo(lengths[range.members()[0]]);
        }
      }
      assertThat(seen).hasSize(count).doesNotHaveDuplicates();
    }
  }

  private static String seedOr(String other) {
    String seed = System.getProperty("azulejo.seed", "");
    return seed.isEmpty() ? other : seed;
  }

  private static void assertMerged(Merged merged, long position, long length, int... members) {
    assertThat(merged.position()).isEqualTo(position);
    assertThat(merged.length()).isEqualTo(length);
    assertThat(merged.members()).containsExactly(members);
  }
}
