package io.azulejo.tests;

import static io.azulejo.tests.StagedCells.cells;
import static io.azulejo.tests.StagedCells.read;
import static io.azulejo.tests.StagedCells.stage;
import static io.azulejo.tests.StagedCells.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.CommitOptions;
import io.azulejo.CommitResult;
import io.azulejo.CreateOptions;
import io.azulejo.StagedFragments;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Cells are replaced by others by one act: a commit that deletes. */
class StagedDeletionTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123L);
  private static final Location ARRAY = Location.of("mem://arrays/array");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo engine = Azulejo.builder().storage("mem", storage).build();

  private void create() {
    engine.create(ARRAY, StagedCells.SPARSE, CreateOptions.DEFAULT.at(1));
  }

  private List<String> files(String pattern) {
    return StoredFiles.paths(storage).stream().filter(path -> path.matches(pattern)).toList();
  }

  private static DeleteRequest between(long low, long high) {
    return DeleteRequest.where(Condition.parse("x >= " + low).and(Condition.parse("x <= " + high)));
  }

  private void assertSound() {
    assertThat(engine.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep()).problems()).isEmpty();
  }

  @Test
  void cellsAreReplacedByOneFile() {
    create();
    write(engine, ARRAY, 5, 1, 1, 2, 3);
    StagedFragments part = stage(engine, ARRAY, 10, 2, 2, 7);
    int before = files(".*/__commits/.*").size();

    CommitResult result =
        engine.array(ARRAY).commit(List.of(part), CommitOptions.DEFAULT.deleting(between(2, 3), 9));

    assertThat(result.newlyCommitted()).isTrue();
    assertThat(result.fragments()).isEqualTo(part.fragments());
    assertThat(read(engine, ARRAY)).isEqualTo(Map.of(1L, 1, 2L, 2, 7L, 2));
    assertThat(files(".*/__commits/.*")).hasSize(before + 1);
    assertSound();
  }

  @Test
  void aCommitWithAnIdDeletesOnceAndSaysWhatItCommitted() {
    create();
    write(engine, ARRAY, 5, 1, 1, 2, 3);
    CommitOptions once = CommitOptions.DEFAULT.id("job").deleting(between(2, 3), 9);
    StagedFragments part = stage(engine, ARRAY, 10, 2, 2, 7);
    engine.array(ARRAY).commit(List.of(part), once);
    write(engine, ARRAY, 8, 4, 3);

    StagedFragments late = stage(engine, ARRAY, 11, 5, 1);
    CommitResult again = engine.array(ARRAY).commit(List.of(late), once);
    engine.discard(List.of(late));

    assertThat(again.newlyCommitted()).isFalse();
    assertThat(again.fragments()).isEqualTo(part.fragments());
    assertThat(read(engine, ARRAY)).isEqualTo(Map.of(1L, 1, 2L, 2, 7L, 2));
    assertSound();
  }

  @Test
  void aCommitThatOnlyDeletesIsOneToo() {
    create();
    write(engine, ARRAY, 5, 1, 1, 2, 3);

    CommitOptions options = CommitOptions.DEFAULT.id("job").deleting(between(2, 3), 9);
    assertThat(engine.array(ARRAY).commit(List.of(), options).newlyCommitted()).isTrue();
    assertThat(engine.array(ARRAY).commit(List.of(), options).newlyCommitted()).isFalse();
    engine.array(ARRAY).commit(List.of(), CommitOptions.DEFAULT.deleting(between(1, 1), 9));

    assertThat(read(engine, ARRAY)).isEmpty();
    assertSound();
  }

  @Test
  void aCommitThatWouldDeleteCellsOfItsOwnIsRefused() {
    create();
    write(engine, ARRAY, 5, 1, 1, 2, 3);
    StagedFragments part = stage(engine, ARRAY, 10, 2, 2, 7);
    StagedFragments later = stage(engine, ARRAY, 20, 2, 8);

    for (long time : new long[] {10, 11, 30}) {
      assertThatThrownBy(
              () ->
                  engine
                      .array(ARRAY)
                      .commit(
                          List.of(later, part),
                          CommitOptions.DEFAULT.deleting(between(2, 3), time)))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("whose own cells have time ");
    }
    assertThat(read(engine, ARRAY)).isEqualTo(cells(1, 1, 2, 3));

    engine
        .array(ARRAY)
        .commit(List.of(later, part), CommitOptions.DEFAULT.deleting(between(2, 3), 9));
    assertThat(read(engine, ARRAY)).isEqualTo(Map.of(1L, 1, 2L, 2, 7L, 2, 8L, 2));
  }

  @Test
  void whatCannotBeDeletedIsNotCommittedEither() {
    engine.create(ARRAY, StagedCells.SPARSE, CreateOptions.DEFAULT.at(1).formatVersion(15));
    write(engine, ARRAY, 5, 1, 1, 2, 3);
    StagedFragments part = stage(engine, ARRAY, 10, 2, 2, 7);

    assertThatThrownBy(
            () ->
                engine
                    .array(ARRAY)
                    .commit(List.of(part), CommitOptions.DEFAULT.deleting(between(2, 3), 9)))
        .isInstanceOf(UnsupportedFormatException.class);
    assertThatThrownBy(
            () ->
                engine
                    .array(ARRAY)
                    .commit(
                        List.of(part),
                        CommitOptions.DEFAULT.deleting(
                            DeleteRequest.where(Condition.parse("z = 1")), 9)))
        .isInstanceOfAny(InvalidRequestException.class, UnsupportedFormatException.class);

    assertThat(read(engine, ARRAY)).isEqualTo(cells(1, 1, 2, 3));
  }

  @Test
  void replacementsInAnyOrderWithMaintenanceBetweenThemAreAsAModelSays() {
    Random random = new Random(SEED);
    create();
    TreeMap<Long, Integer> model = new TreeMap<>();
    for (int step = 1; step <= 60; step++) {
      long low = random.nextInt(60);
      long high = low + random.nextInt(20);
      List<StagedFragments> parts = new ArrayList<>();
      model.subMap(low, true, high, true).clear();
      int count = random.nextInt(3);
      for (int part = 0; part < count; part++) {
        long x = 40L * part + random.nextInt(40);
        parts.add(stage(engine, ARRAY, step * 10L, step, x));
        model.put(x, step);
      }
      CommitOptions options = CommitOptions.DEFAULT.deleting(between(low, high), step * 10L - 1);
      engine
          .array(ARRAY)
          .commit(parts, random.nextBoolean() ? options : options.id("step " + step));
      switch (random.nextInt(8)) {
        case 0 ->
            engine
                .maintenance(ARRAY)
                .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.COMMITS));
        case 1 ->
            engine.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(MaintenanceMode.COMMITS));
        case 2 -> engine.maintenance(ARRAY).consolidate();
        case 3 -> engine.maintenance(ARRAY).vacuum();
        default -> {}
      }
      assertThat(read(engine, ARRAY)).as("azulejo.seed=%d, step %d", SEED, step).isEqualTo(model);
    }
    assertSound();
  }
}
