package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Row;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Complete fragments that killed merges left behind never make a healthy array unreadable. */
class InterruptedMergesTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int CELLS = 8;
  private static final int FRAGMENTS = 5;

  /** The time of the fragment that is deleted between the two merges. */
  private static final int DELETED = 3;

  private Storage storage = Storage.inMemory();

  private Azulejo engine() {
    return TestArrays.engine(storage);
  }

  private void create(boolean dense) {
    Dimension k =
        Dimension.builder("k", Datatype.INT64).domain(Range.of(0, 63)).extent(CELLS).build();
    try (Azulejo azulejo = engine()) {
      azulejo.create(
          ARRAY,
          (dense ? ArraySchema.dense() : ArraySchema.sparse().capacity(CELLS))
              .dimension(k)
              .attribute(Attribute.of("v", Datatype.INT64))
              .build());
      for (int time = 1; time <= FRAGMENTS; time++) {
        write(azulejo, dense, time);
      }
    }
  }

  /** Writes the fragment of a time; the one that is deleted has the highest keys. */
  private static void write(Azulejo azulejo, boolean dense, int time) {
    long first = (long) CELLS * (time == DELETED ? FRAGMENTS : time > DELETED ? time - 1 : time);
    long[] keys = new long[CELLS];
    long[] values = new long[CELLS];
    for (int i = 0; i < CELLS; i++) {
      keys[i] = first + i;
      values[i] = 100L * time + i;
    }
    Column v = Column.of("v", Datatype.INT64, values);
    WriteRequest request =
        dense
            ? WriteRequest.DEFAULT.subarray(Subarray.of("k", Range.of(first, first + CELLS - 1)))
            : WriteRequest.DEFAULT;
    TestArrays.write(
        azulejo.array(ARRAY),
        request,
        ChangeOptions.DEFAULT.at(time),
        dense ? Batch.of(v) : Batch.of(Column.of("k", Datatype.INT64, keys), v));
  }

  private static void merge(Azulejo azulejo, boolean split) {
    List<String> all = azulejo.open(ARRAY).fragments().stream().map(FragmentInfo::name).toList();
    ConsolidationRequest request = ConsolidationRequest.DEFAULT.fragments(all);
    azulejo.maintenance(ARRAY).consolidate(split ? request.maxFragmentSize(1) : request);
  }

  /** Leaves what a merge leaves that is killed just before its commit. */
  private void killedMerge(boolean split) {
    Storage before = storage;
    storage = StoredFiles.copy(before);
    List<String> names;
    try (Azulejo azulejo = engine()) {
      merge(azulejo, split);
      names = azulejo.open(ARRAY).fragments().stream().map(FragmentInfo::name).toList();
    }
    for (String name : names) {
      Location folder = ARRAY.resolve("__fragments/" + name);
      for (Location file : StoredFiles.below(storage, folder)) {
        before.createExclusive(file, StoredFiles.content(storage, file));
      }
    }
    storage = before;
  }

  private static List<String> rows(Azulejo azulejo) {
    try (Stream<Row> rows = azulejo.open(ARRAY).read().rows()) {
      return rows.map(Row::toString).toList();
    }
  }

  /** A later merge has the same times, but lacks cells of the one that was killed. */
  @ParameterizedTest
  @CsvSource({
    "true,true",
    "true,false",
    "false,true",
    "false,false",
  })
  void anArrayIsReadThoughAKilledMergeHadMoreCells(boolean dense, boolean split) {
    create(dense);
    killedMerge(split);
    try (Azulejo azulejo = engine()) {
      azulejo.array(ARRAY).deleteFragments(TimeRange.between(DELETED, DELETED));
      List<String> whole = rows(azulejo);
      merge(azulejo, split);
      azulejo.maintenance(ARRAY).vacuum();
      MaintenanceMode commits = MaintenanceMode.COMMITS;
      azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(commits));
      azulejo.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(commits));

      assertThat(rows(azulejo)).isEqualTo(whole);
      assertThat(azulejo.maintenance(ARRAY).verify().problems())
          .extracting(Problem::severity)
          .contains(Severity.WARNING)
          .doesNotContain(Severity.ERROR);
    }
  }
}
