package io.azulejo.internal.maintain;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is left when the merging of sparse fragments fails or is interrupted: nothing. */
class SparseMergeErrorsTest {
  private static final Location ARRAY = Location.of("mem://array");

  private final Storage storage = Storage.inMemory();
  private final MemoryBudget budget = new MemoryBudget(1 << 16);
  @AutoClose private final Azulejo engine = Azulejo.builder().storage("mem", storage).build();

  /** An array of which some tiles overlap, some are deleted from and some are copied. */
  private void create(FilterPipeline filters) {
    engine.create(
        ARRAY,
        ArraySchema.sparse()
            .capacity(100)
            .dimension(Dimension.of("k", Datatype.INT64, Range.of(0, 99_999), 1000L))
            .attribute(Attribute.builder("v", Datatype.INT64).filters(filters).build())
            .build());
  }

  private void createAndWrite() {
    create(FilterPipeline.of(Filter.zstd(1)));
    write(1, 0, 1500, 1);
    write(2, 1000, 2500, 3);
    write(3, 3000, 4000, 1);
    engine
        .array(ARRAY)
        .delete(
            DeleteRequest.where(Condition.field("v").equalTo(3001)), ChangeOptions.DEFAULT.at(4));
  }

  private void write(long time, long from, long to, long step) {
    long[] keys = LongStream.range(from, to).filter(key -> key % step == 0).toArray();
    long[] values = LongStream.of(keys).map(key -> key + time).toArray();
    TestArrays.append(
        engine.array(ARRAY),
        time,
        Batch.of(keys.length, List.of(column("k", keys), column("v", values))));
  }

  private static Column column(String name, long[] values) {
    ByteBuffer data =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    data.asLongBuffer().put(values);
    return new FixedColumn(name, Datatype.INT64, 1, values.length, data.array(), null);
  }

  private MergedFragments merge(Storage store, long most, int threads, Progress progress) {
    try (Tasks tasks = new Tasks(threads, threads);
        ScratchPool scratchPool = new ScratchPool()) {
      Snapshot latest = Snapshot.open(store, ARRAY, TimeRange.ALL, Optional.empty(), tasks);
      return SparseMerge.merge(
          new MergeTask(
              WritableArray.open(store, ARRAY, Optional.empty()),
              latest,
              latest.fragments(),
              most,
              false,
              new Resources(
                  tasks, scratchPool, budget, SpillFiles.in(Path.of("target")), progress)));
    }
  }

  private final MergeTrouble trouble = new MergeTrouble(storage, budget, this::merge);

  @Test
  void anyFailureLeavesNoFiles() {
    createAndWrite();
    FaultStorage clean = new FaultStorage(storage);
    Set<String> before = StoredFiles.paths(storage);
    MergedFragments merged = merge(clean, 10_000, 0, Progress.NONE);
    assertThat(merged.names()).hasSizeGreaterThan(1);
    assertThat(merged.tilesCopied()).isPositive();
    engine.maintenance(ARRAY).gc(GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments());
    trouble.assertNothingIsLeft(before, "at first");
    trouble.failEverywhere(clean.history(), 10_000);
  }

  @Test
  void anInterruptionLeavesNoFiles() {
    createAndWrite();
    trouble.interruptEverywhere(5, 1);
  }

  @Test
  void namesDamagedFiles() {
    createAndWrite();
    String second = engine.open(ARRAY).fragments().get(1).name();
    Storage flipped =
        new FaultStorage(storage).flip(ARRAY.resolve("__fragments/" + second + "/d0.tdb"), 0, 1);
    Set<String> before = StoredFiles.paths(storage);
    assertThatThrownBy(() -> merge(flipped, Long.MAX_VALUE, 0, Progress.NONE))
        .isInstanceOf(CorruptDataException.class);
    trouble.assertNothingIsLeft(before, "broken");
  }

  @Test
  void valuesThatFiltersRefuseAreRefused() {
    create(FilterPipeline.of(Filter.positiveDelta()));
    write(50_000, 0, 100, 1);
    write(1, 50, 150, 1);
    Set<String> before = StoredFiles.paths(storage);
    refuses(InvalidRequestException.class, () -> merge(storage, Long.MAX_VALUE, 0, Progress.NONE));
    trouble.assertNothingIsLeft(before, "refused");
  }
}
