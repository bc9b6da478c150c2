package io.azulejo.internal.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.TimeRange;
import io.azulejo.testkit.TestLayer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Merged fragments of random sparse arrays read as those that they were merged from, at all times.
 * Another seed: {@code -Dazulejo.seed=N}; more rounds: {@code -Dazulejo.rounds=N}.
 */
class SparseMergeTest {
  private static final int ROUNDS = Integer.getInteger("azulejo.rounds", TestLayer.cases(16, 4));
  private static final long LAST = 40;

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  @Test
  void everyReadAtEveryTimeFindsWhatItFoundBefore() {
    long copied = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String message = "-Dazulejo.seed=%d".formatted(seed + i);
      try (SparseRound round = new SparseRound(seed + i, Optional.empty())) {
        message += ", " + round.cells.schema();
        for (int merge = 0; merge < 3; merge++) {
          change(round, merge);
          copied += mergeSome(round, message + ", merge " + merge);
        }
      } catch (RuntimeException e) {
        throw new AssertionError(message, e);
      }
    }
    assertThat(copied).as("tiles that were copied").isPositive();
  }

  @Test
  void arraysOfOldVersionsAreReadAsBeforeFromTheLastTimeOn() {
    for (int version = 7; version <= 22; version++) {
      for (int i = 0; i < TestLayer.cases(2, 1); i++) {
        long own = seed + 100L * version + i;
        String message = "version %d, -Dazulejo.seed=%d".formatted(version, own);
        try (SparseRound round = SparseRound.ofVersion(version, own)) {
          message += ", " + round.cells.schema();
          for (int merge = 0; merge < 2; merge++) {
            for (int write = 1 + round.random.nextInt(4); write > 0; write--) {
              round.write(1 + round.random.nextInt((int) LAST), 60);
            }
            if (version >= 16) {
              round.delete(1 + round.random.nextInt((int) LAST));
            }
            Map<TimeRange, List<String>> before = round.reads();
            if (version < 15) {
              before.keySet().removeIf(times -> !times.equals(TimeRange.ALL));
              before.replaceAll((times, rows) -> round.withoutTimes(rows));
            }
            int to = round.endOfTime(0, 1 + round.random.nextInt(round.fragments()));
            round.merge(0, to, Long.MAX_VALUE, false);
            round.vacuum();
            for (Map.Entry<TimeRange, List<String>> read : before.entrySet()) {
              List<String> rows = round.read(read.getKey());
              assertThat(version < 15 ? round.withoutTimes(rows) : rows)
                  .as(message + " at " + read.getKey())
                  .isEqualTo(read.getValue());
            }
          }
        } catch (RuntimeException e) {
          throw new AssertionError(message, e);
        }
      }
    }
  }

  @Test
  void purgedCellsAreGoneAndOlderOnesDoNotComeBack() {
    for (int i = 0; i < ROUNDS / 2; i++) {
      String message = "purge, -Dazulejo.seed=%d".formatted(seed + i);
      try (SparseRound round = new SparseRound(seed + i, Optional.empty())) {
        message += ", " + round.cells.schema();
        for (int merge = 0; merge < 2; merge++) {
          change(round, merge);
          round.delete(LAST);
          round.delete(1 + round.random.nextInt((int) LAST));
          List<String> before = round.read(TimeRange.ALL);
          int fragments = round.fragments();
          int from = round.beginOfTime(round.random.nextInt(3) > 0 ? 0 : fragments / 2);
          MergedFragments merged = round.merge(from, fragments, Long.MAX_VALUE, true);
          assertThat(round.read(TimeRange.ALL)).as(message).isEqualTo(before);
          round.vacuum();
          assertThat(round.read(TimeRange.ALL)).as(message).isEqualTo(before);
          if (from == 0 && !merged.names().isEmpty()) {
            Fragment only = round.snapshot().fragments().get(0);
            assertThat(only.footer().deleteMetadata()).as(message).isFalse();
            assertThat(only.footer().timestamps()).as(message).isTrue();
            assertThat(round.storedFiles(only)).as(message).contains("t.tdb");
            assertThat(round.storedFiles(only)).as(message).doesNotContain("dt.tdb", "dci.tdb");
            if (round.cells.schema().allowsDuplicates()) {
              assertThat(only.writtenCells()).as(message).isEqualTo(before.size());
            }
          }
        }
      } catch (RuntimeException e) {
        throw new AssertionError(message, e);
      }
    }
  }

  /** Some writes, deletions, and once a new attribute, at any times. */
  private static void change(SparseRound round, int merge) {
    int most = round.random.nextInt(4) == 0 ? 900 : 60;
    long evolution = merge == 1 && round.random.nextBoolean() ? 10 + round.random.nextInt(20) : 0;
    for (int i = 1 + round.random.nextInt(4); i > 0; i--) {
      round.write(1 + round.random.nextInt((int) LAST), most);
    }
    if (evolution > 0) {
      round.evolve(evolution);
      round.write(evolution + round.random.nextInt(9), most);
    }
    for (int i = round.random.nextInt(3); i > 0; i--) {
      round.delete(1 + round.random.nextInt((int) LAST));
    }
  }

  private static long mergeSome(SparseRound round, String message) {
    Map<TimeRange, List<String>> before = round.reads();
    int fragments = round.fragments();
    int from = round.beginOfTime(round.random.nextInt(fragments));
    int to = round.endOfTime(from, from + 1 + round.random.nextInt(fragments - from));
    long most = round.random.nextInt(3) == 0 ? 1 + round.random.nextInt(3000) : Long.MAX_VALUE;
    MergedFragments merged = round.merge(from, to, most, false);
    assertThat(merged.names()).as(message).isNotEmpty();
    if (most == Long.MAX_VALUE) {
      assertThat(merged.names()).as(message).hasSize(1);
    } else {
      round.assertSizes(merged, most, message);
    }
    same(round, before, message + ", merged %d to %d of %d".formatted(from, to, fragments));
    assertThat(round.problems()).as(message).isEmpty();
    if (round.random.nextBoolean()) {
      round.vacuum();
      same(round, before, message + ", vacuumed");
    }
    return merged.tilesCopied();
  }

  private static void same(SparseRound round, Map<TimeRange, List<String>> before, String message) {
    before.forEach(
        (times, rows) ->
            assertThat(round.read(times)).as(message + " at " + times).isEqualTo(rows));
  }
}
