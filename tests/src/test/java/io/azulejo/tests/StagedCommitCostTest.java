package io.azulejo.tests;

import static io.azulejo.tests.StagedCells.stage;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.CommitOptions;
import io.azulejo.CreateOptions;
import io.azulejo.StagedFragments;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A commit of staged fragments creates one file, and reads cells only where parts may overlap. */
class StagedCommitCostTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo engine = Azulejo.builder().storage("mem", storage).build();

  /** What a commit does with files. */
  private List<FaultStorage.Operation> commit(List<StagedFragments> parts, CommitOptions options) {
    FaultStorage asked = new FaultStorage(storage);
    try (Azulejo other = Azulejo.builder().storage("mem", asked).build()) {
      assertThat(other.array(ARRAY).commit(parts, options).newlyCommitted()).isTrue();
    }
    return asked.history();
  }

  private static long reads(List<FaultStorage.Operation> operations, String file) {
    return operations.stream()
        .filter(o -> o.act() == FaultStorage.Act.READ && o.location().name().equals(file))
        .count();
  }

  private StagedFragments part(long first, long step, int cells) {
    long[] x = new long[cells];
    Arrays.setAll(x, i -> first + step * i);
    return stage(engine, ARRAY, 10, 1, x);
  }

  @Test
  void partsApartAreCommittedWithoutALookAtTheirFragments() {
    engine.create(ARRAY, StagedCells.SPARSE, CreateOptions.DEFAULT.at(1));
    List<StagedFragments> parts = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      parts.add(part(1000L * part, 7, 100));
    }
    List<FaultStorage.Operation> operations = commit(parts, CommitOptions.DEFAULT.id("one"));

    assertThat(reads(operations, "d0.tdb")).isZero();
    assertThat(reads(operations, "__fragment_metadata.tdb")).isZero();
    assertThat(operations).filteredOn(o -> o.act().changes()).hasSize(1);
  }

  @Test
  void ofPartsWhoseEndsMeetTheTilesThereAreRead() {
    engine.create(ARRAY, StagedCells.SPARSE, CreateOptions.DEFAULT.at(1));
    List<StagedFragments> parts = List.of(part(0, 2, 400), part(795, 2, 400), part(1590, 2, 400));
    List<FaultStorage.Operation> operations = commit(parts, CommitOptions.DEFAULT);

    assertThat(reads(operations, "d0.tdb")).isBetween(1L, 12L);
    assertThat(reads(operations, "a0.tdb")).isZero();
    assertThat(operations).filteredOn(o -> o.act().changes()).hasSize(1);
  }

  @Test
  void nothingIsReadOfPartsThatAreSaidToBeDistinct() {
    engine.create(ARRAY, StagedCells.SPARSE, CreateOptions.DEFAULT.at(1));
    List<StagedFragments> parts = List.of(part(0, 2, 400), part(1, 2, 400));
    List<FaultStorage.Operation> operations = commit(parts, CommitOptions.DEFAULT.distinctCells());

    assertThat(reads(operations, "d0.tdb")).isZero();
    assertThat(reads(operations, "__fragment_metadata.tdb")).isZero();
  }

  @Test
  void ofManyPartsThatOverlapEachIsReadOnce() {
    engine.create(ARRAY, StagedCells.SPARSE, CreateOptions.DEFAULT.at(1));
    List<StagedFragments> parts = new ArrayList<>();
    for (int part = 0; part < 20; part++) {
      parts.add(part(part, 20, 100));
    }
    List<FaultStorage.Operation> operations = commit(parts, CommitOptions.DEFAULT);

    assertThat(reads(operations, "d0.tdb")).isBetween(1L, 60L);
    assertThat(StagedCells.read(engine, ARRAY)).hasSize(2000);
  }
}
