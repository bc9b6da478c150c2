package io.azulejo.internal.read.tile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Progress;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Storage;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What batches that were read ahead take of the budget. */
class AheadBatchesTest {
  /** Batches of one row, in arrays that have room for more. */
  private static final class Few implements Batches {
    private final Iterator<Batch> batches =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    Batch.of(
                        1,
                        List.of(
                            new FixedColumn(
                                "n", Datatype.INT8, 1, 1, new byte[1_000], new byte[100]),
                            new VarColumn(
                                "t", Datatype.STRING_UTF8, 1, new int[50], new byte[7], null))))
            .iterator();

    @Override
    public Batch next() {
      return batches.hasNext() ? batches.next() : null;
    }

    @Override
    public void close() {}
  }

  @Test
  void arraysAreLeasedAsLongAsTheyAre() {
    MemoryBudget budget = new MemoryBudget(1 << 20);
    try (Tasks tasks = new Tasks(1, 1)) {
      ReadScope scope =
          new ReadScope(
              Storage.inMemory(),
              new Resources(
                  tasks,
                  new ScratchPool(),
                  budget,
                  SpillFiles.in(Path.of("target")),
                  Progress.NONE));
      try (Batches ahead = new AheadBatches(new Few(), scope)) {
        ahead.next();
        ahead.next();
        ahead.next();
        assertThat(budget.used()).isEqualTo(1_000 + 100 + 50 * 4 + 7);
        assertThat(ahead.next()).isNotNull();
        assertThat(ahead.next()).isNull();
      }
      assertThat(budget.used()).isZero();
    }
  }
}
