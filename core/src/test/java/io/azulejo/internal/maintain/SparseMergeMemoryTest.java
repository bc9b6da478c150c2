package io.azulejo.internal.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Merges of far more cells than memory may hold, and what they say of how far they are. */
class SparseMergeMemoryTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int FRAGMENTS = 200;
  private static final int CELLS = 1000;
  private static final long BUDGET = 1 << 20;

  @Test
  @Timeout(120)
  void manyFragmentsThatSpanTheWholeDomainFitInLittleMemory() {
    for (Layout order : List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.HILBERT)) {
      merge(order, false);
    }
    merge(Layout.ROW_MAJOR, true);
  }

  private static void merge(Layout order, boolean strings) {
    Storage storage = Storage.inMemory();
    Dimension first =
        strings
            ? Dimension.text("x")
            : Dimension.of("x", Datatype.INT64, Range.of(0, 1_000_000), 1000L);
    ArraySchema schema =
        ArraySchema.sparse()
            .cellOrder(order)
            .capacity(500)
            .dimension(first)
            .dimension(Dimension.of("y", Datatype.INT64, Range.of(0, 1_000_000), 1000L))
            .attribute(Attribute.of("v", Datatype.INT64))
            .build();
    Random random = new Random(7);
    try (Azulejo engine = Azulejo.builder().storage("mem", storage).build();
        Tasks tasks = new Tasks(1, 1);
        ScratchPool scratchPool = new ScratchPool()) {
      engine.create(ARRAY, schema);
      for (long f = 0; f < FRAGMENTS; f++) {
        TestArrays.append(engine.array(ARRAY), f, cells(random, strings));
      }
      Snapshot latest = Snapshot.open(storage, ARRAY, TimeRange.ALL, Optional.empty(), tasks);
      long bytes =
          latest.fragments().stream()
              .flatMap(f -> storage.list(f.folder()).stream())
              .filter(file -> !file.name().startsWith("__"))
              .mapToLong(file -> file.size())
              .sum();
      assertThat(bytes).isGreaterThan(BUDGET);
      MemoryBudget budget = new MemoryBudget(BUDGET);
      List<Long> told = new ArrayList<>();
      Resources resources =
          new Resources(
              tasks,
              scratchPool,
              budget,
              SpillFiles.in(Path.of("target")),
              (done, all) -> {
                assertThat(all).isEqualTo(bytes);
                told.add(done);
                assertThat(budget.used()).isLessThanOrEqualTo(BUDGET);
              });
      WritableArray array = WritableArray.open(storage, ARRAY, Optional.empty());
      MergedFragments merged =
          SparseMerge.merge(
              new MergeTask(array, latest, latest.fragments(), Long.MAX_VALUE, false, resources));
      assertThat(budget.used()).isZero();
      assertThat(told).isSorted().hasSizeGreaterThan(4).last().isEqualTo(bytes);
      for (Fragment input : latest.fragments()) {
        storage.deleteFolder(input.folder());
        storage.delete(List.of(ARRAY.resolve(ArrayPaths.commit(input.name()).orElseThrow())));
      }
      Commit.fragments(array, merged.names());
      long count = 0;
      long sum = 0;
      try (BatchReader in = engine.open(ARRAY).read(ReadRequest.ALL).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          count += batch.rows();
          for (int row = 0; row < batch.rows(); row++) {
            sum += batch.column("v").getLong(row);
          }
        }
      }
      assertThat(count).as(order.toString()).isEqualTo((long) FRAGMENTS * CELLS);
      assertThat(sum).as(order.toString()).isEqualTo((long) FRAGMENTS * CELLS * (CELLS - 1) / 2);
    }
  }

  /** Cells all over the domain, at other places in each write. */
  private static Batch cells(Random random, boolean strings) {
    long[] x = random.longs(CELLS, 0, 1_000_001).toArray();
    long[] y = random.longs(CELLS, 0, 1_000_001).toArray();
    long[] v = new long[CELLS];
    for (int i = 0; i < CELLS; i++) {
      v[i] = i;
    }
    Column first = strings ? texts("x", x) : column("x", x);
    return Batch.of(CELLS, List.of(first, column("y", y), column("v", v)));
  }

  private static Column column(String name, long[] values) {
    ByteBuffer data =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    data.asLongBuffer().put(values);
    return new FixedColumn(name, Datatype.INT64, 1, values.length, data.array(), null);
  }

  private static Column texts(String name, long[] values) {
    ByteBuffer data = ByteBuffer.allocate(values.length * 8);
    int[] offsets = new int[values.length + 1];
    for (int i = 0; i < values.length; i++) {
      data.put(Long.toString(values[i]).getBytes(StandardCharsets.US_ASCII));
      offsets[i + 1] = data.position();
    }
    return new VarColumn(name, Datatype.STRING_ASCII, values.length, offsets, data.array(), null);
  }
}
