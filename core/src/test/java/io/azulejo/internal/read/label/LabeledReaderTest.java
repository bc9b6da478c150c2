package io.azulejo.internal.read.label;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.read.tile.Batches;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Progress;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Storage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabeledReaderTest {
  /** Cells of 5 rows, then of none, then of 1. */
  private static final class Cells implements Batches {
    private final Iterator<Batch> batches =
        List.of(
                batch(
                    new byte[] {1, 2, 3, 4, 5},
                    new byte[] {1, 0, 1, 2, 0},
                    new int[] {0, 0, 3, 3, 4, 6},
                    "abcdef"),
                batch(new byte[0], new byte[0], new int[] {0}, ""),
                batch(new byte[] {6}, new byte[] {1}, new int[] {0, 1}, "g"))
            .iterator();
    private boolean closed;

    private static Batch batch(byte[] numbers, byte[] validity, int[] offsets, String text) {
      int rows = numbers.length;
      return Batch.of(
          rows,
          List.of(
              new FixedColumn("n", Datatype.INT8, 1, rows, numbers, validity),
              new VarColumn("t", Datatype.STRING_ASCII, rows, offsets, text.getBytes(), null)));
    }

    @Override
    public Batch next() {
      return batches.hasNext() ? batches.next() : null;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void cutsBatchesThatAreTooLargeForLabelsWithoutLosingACell() {
    Cells cells = new Cells();
    // 32 bytes a row
    try (Batches reader =
        new LabeledReader(
            cells,
            List.of(new LabeledReader.Source(1, null), new LabeledReader.Source(0, null)),
            new ReadScope(
                Storage.inMemory(),
                new Resources(
                    new Tasks(0, 0),
                    new ScratchPool(),
                    new MemoryBudget(1 << 20),
                    SpillFiles.in(Path.of("target")),
                    Progress.NONE),
                64))) {
      List<Integer> sizes = new ArrayList<>();
      List<String> found = new ArrayList<>();
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        sizes.add(batch.rows());
        for (int row = 0; row < batch.rows(); row++) {
          Column n = batch.column("n");
          found.add(batch.column(0).getString(row) + (n.isNull(row) ? "null" : "" + n.getInt(row)));
        }
      }

      assertThat(sizes).containsExactly(2, 2, 1, 1);
      assertThat(found).containsExactly("1", "abcnull", "3", "d4", "efnull", "g6");
    }
    assertThat(cells.closed).isTrue();
  }
}
