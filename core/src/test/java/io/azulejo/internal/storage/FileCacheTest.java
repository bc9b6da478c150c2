package io.azulejo.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.storage.Location;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FileCacheTest {
  private static final Location FOLDER = Location.of("s3://bucket/array/__schema");

  private final MemoryBudget budget = new MemoryBudget(10 << 20);
  private final FileCache cache = new FileCache(1 << 20, budget);

  private boolean has(Location file, long position, int length) {
    return cache.copy(file, position, new byte[length], 0, length);
  }

  @Test
  void bytesAreFoundWithinWhatWasRead() {
    Location file = FOLDER.resolve("a");
    cache.put(file, 100, 40, new byte[60]);

    assertThat(has(file, 40, 60)).isTrue();
    assertThat(has(file, 50, 10)).isTrue();
    assertThat(has(file, 39, 2)).isFalse();
    assertThat(has(file, 99, 2)).isFalse();
    assertThat(has(file, -1, 1)).isFalse();
    assertThat(has(file, Long.MAX_VALUE, 20)).isFalse();
    assertThat(cache.end(file, 60)).hasValueSatisfying(end -> assertThat(end).hasSize(60));
    assertThat(cache.end(file, 61)).isEmpty();
    assertThat(cache.size(file)).hasValue(100);
  }

  @Test
  void whatIsCountedGoesAgainWhateverWasPut() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      for (int i = 0; i < 200; i++) {
        Location file = FOLDER.resolve("f" + random.nextInt(20));
        switch (random.nextInt(4)) {
          case 0 -> cache.forget(file);
          case 1 -> cache.put(file, -1, 0, new byte[0]);
          case 2 -> cache.put(file, random.nextInt(9000), 0, new byte[0]);
          default -> cache.put(file, -1, random.nextInt(500), new byte[random.nextInt(200_000)]);
        }
        assertThat(cache.bytes()).as("seed %d", seed).isBetween(0L, 1L << 20);
      }
      cache.forgetFolder(FOLDER);
      assertThat(cache.bytes()).as("seed %d", seed).isZero();
    }
  }

  @Test
  void aFolderIsForgottenWithoutItsNeighbours() {
    Location inner = FOLDER.resolve("deep/a");
    Location beside = FOLDER.parent().resolve("__schema2/a");
    cache.put(inner, 1, 0, new byte[1]);
    cache.put(beside, 1, 0, new byte[1]);

    cache.forgetFolder(FOLDER);

    assertThat(has(inner, 0, 1)).isFalse();
    assertThat(has(beside, 0, 1)).isTrue();
  }
}
