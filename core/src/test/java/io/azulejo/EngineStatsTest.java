package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadStats;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What all reads of an engine have cost together. */
class EngineStatsTest {
  private static final int CELLS = 1000;

  @AutoClose
  private final Azulejo azulejo =
      Azulejo.builder().storage("mem", Storage.inMemory()).tileCache(0).build();

  private Array array;

  @BeforeEach
  void write() {
    ArrayHandle handle = azulejo.array("mem:///array");
    handle.create(TestSchemas.of("sparse(d INT64 0..%s/10) a INT64; capacity 100", CELLS));
    long[] numbers = LongStream.range(0, CELLS).toArray();
    handle.append(Batch.of(Column.ofLongs("d", numbers), Column.ofLongs("a", numbers)));
    array = azulejo.open("mem:///array");
  }

  @Test
  void addsUpTheReadsOfAllThreads() {
    assertThat(azulejo.stats().cellsDelivered()).isZero();

    List<CompletableFuture<ReadStats>> reads = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      reads.add(array.read().async(batch -> {}));
    }
    reads.forEach(CompletableFuture::join);

    ReadStats stats = azulejo.stats();
    assertThat(stats.cellsDelivered()).isEqualTo(20 * CELLS);
    assertThat(stats.tiles()).isEqualTo(20 * 10);
    assertThat(stats.bytesRead()).isPositive();
    assertThat(stats.elapsedNanos()).isPositive();
  }

  @Test
  void isTheSumOfWhatEachReadSays() {
    try (BatchReader all = array.read().batches();
        BatchReader some = array.read().range("d", 0, 99).batches()) {
      while (all.next() != null) {}
      while (some.next() != null) {}

      assertThat(azulejo.stats().opens()).isEqualTo(all.stats().opens() + some.stats().opens());
      assertThat(azulejo.stats().bytesRead())
          .isEqualTo(all.stats().bytesRead() + some.stats().bytesRead());
      assertThat(azulejo.stats().tilesOutside())
          .isEqualTo(all.stats().tilesOutside() + some.stats().tilesOutside());
    }
  }

  @Test
  void countsReadsInProgressAndThoseOfEnginesThatShareThreads() {
    Azulejo part = azulejo.withMemoryBudget(1 << 20);
    try (BatchReader reader = part.open("mem:///array").read().batches()) {
      Batch first = reader.next();

      assertThat(first).isNotNull();
      assertThat(azulejo.stats().cellsDelivered()).isEqualTo(first.rows());
      assertThat(part.stats().batches()).isEqualTo(1);
    }
  }
}
