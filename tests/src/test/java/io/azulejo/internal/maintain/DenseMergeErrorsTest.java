package io.azulejo.internal.maintain;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.FragmentInfo;
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
import io.azulejo.query.Progress;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.FaultStorage.Operation;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is left when the merging of fragments fails or is interrupted: nothing. */
class DenseMergeErrorsTest {
  private final Storage storage = Storage.inMemory();
  private final MemoryBudget budget = new MemoryBudget(1 << 16);

  /** An array of 20 tiles in three fragments, some of them of one fragment alone. */
  private DenseArray array() {
    DenseArray array = new DenseArray(storage, Optional.empty(), new Random(7));
    array.create(
        23,
        TestSchemas.of(
            "dense(x INT32 1..200000/10000) a INT32 zstd1, b STRING_ASCII var nullable"));
    array.write(NDRange.of(Range.of(1, 95_000)), 20);
    array.write(NDRange.of(Range.of(90_001, 180_000)), 30);
    array.write(NDRange.of(Range.of(100_500, 200_000)), 40);
    return array;
  }

  private MergeTrouble trouble(DenseArray array) {
    return new MergeTrouble(
        storage,
        budget,
        (store, most, threads, progress) -> array.merge(store, budget, most, threads, progress));
  }

  @Test
  void anyFailureLeavesNoFiles() {
    DenseArray array = array();
    FaultStorage clean = new FaultStorage(storage);
    Set<String> before = StoredFiles.paths(storage);
    array.merge(clean, budget, 300_000, 0, Progress.NONE);
    List<Operation> operations = clean.history();
    GcRequest all = GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments();
    array.engine.maintenance(DenseArray.LOCATION).gc(all);
    trouble(array).assertNothingIsLeft(before, "at first");
    trouble(array).failEverywhere(operations, 300_000);
  }

  @Test
  void anInterruptionLeavesNoFiles() {
    DenseArray array = array();
    Set<String> before = StoredFiles.paths(storage);
    trouble(array).interruptEverywhere(10, 0);
    assertThat(StoredFiles.paths(storage)).containsAll(before);
  }

  @Test
  void progressIsInBytesOfTheInputs() {
    DenseArray array = array();
    long bytes = 0;
    for (FragmentInfo fragment : array.array().fragments()) {
      for (Location file :
          StoredFiles.below(
              storage, DenseArray.LOCATION.resolve("__fragments").resolve(fragment.name()))) {
        boolean metadata = file.path().endsWith("__fragment_metadata.tdb");
        bytes += metadata ? 0 : StoredFiles.content(storage, file).length;
      }
    }
    List<Long> done = new ArrayList<>();
    List<Long> totals = new ArrayList<>();
    array.merge(
        storage,
        budget,
        Long.MAX_VALUE,
        1,
        (some, total) -> {
          done.add(some);
          totals.add(total);
        });
    assertThat(totals).containsOnly(bytes);
    assertThat(done).isSorted().startsWith(0L).endsWith(bytes);
    assertThat(done.get(done.size() / 2)).isBetween(bytes / 5, bytes * 4 / 5);
  }

  @Test
  void namesDamagedFiles() {
    DenseArray array = array();
    String newest = array.array().fragments().get(2).name();
    Storage flipped =
        new FaultStorage(storage)
            .flip(DenseArray.LOCATION.resolve("__fragments/" + newest + "/a0.tdb"), 0, 1);
    Set<String> before = StoredFiles.paths(storage);
    assertThatThrownBy(() -> array.merge(flipped, budget, Long.MAX_VALUE, 0, Progress.NONE))
        .isInstanceOf(CorruptDataException.class);
    trouble(array).assertNothingIsLeft(before, "broken");
  }

  @Test
  void valuesThatFiltersRefuseAreRefused() {
    DenseArray array = new DenseArray(storage, Optional.empty(), new Random(7));
    array.create(
        23,
        ArraySchema.dense()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 20), 10))
            .attribute(
                Attribute.builder("a", Datatype.UINT8).filters(Filter.positiveDelta()).build())
            .build());
    array.writeRising(NDRange.of(Range.of(1, 3)), 20);
    array.writeRising(NDRange.of(Range.of(5, 15)), 30);
    Set<String> before = StoredFiles.paths(storage);
    assertThatThrownBy(() -> array.merge(1 << 20, Long.MAX_VALUE, 0))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("POSITIVE_DELTA");
    trouble(array).assertNothingIsLeft(before, "refused");
  }

  @Test
  void refusesASchemaThatWasChangedMeanwhile() {
    DenseArray array = array();
    WritableArray before = array.writable();
    array.evolve(SchemaEvolution.builder().dropAttribute("b").build(), 45);
    try (Tasks tasks = new Tasks(0, 0);
        ScratchPool scratchPool = new ScratchPool()) {
      Snapshot latest = array.snapshot(tasks);
      MergeTask task =
          new MergeTask(
              before,
              latest,
              latest.fragments(),
              Long.MAX_VALUE,
              false,
              new Resources(
                  tasks, scratchPool, budget, SpillFiles.in(Path.of("target")), Progress.NONE));
      refuses(InvalidRequestException.class, () -> DenseMerge.merge(task));
    }
  }
}
