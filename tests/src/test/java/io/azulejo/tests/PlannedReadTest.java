package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.BatchReader;
import io.azulejo.query.PlannedRead;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadStats;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import io.azulejo.testkit.TrackingStorage.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Plans keep what they promise. */
class PlannedReadTest {
  private final TrackingStorage storage = new TrackingStorage(Storage.local());

  private Azulejo engine() {
    return engine(storage);
  }

  private static Azulejo engine(Storage store) {
    return Azulejo.builder().storage("file", store).computeThreads(0).ioThreads(0).build();
  }

  private static Location array(String name) {
    return Location.of(CorpusFolder.bundledSelection().path().resolve(name).resolve("array"));
  }

  private static ReadStats drain(Array array, ReadRequest request) {
    try (BatchReader in = array.read(request).batches()) {
      while (in.next() != null) {
        // only what it costs is looked at
      }
      return in.stats();
    }
  }

  @Test
  void everyReadDoesWhatItsPlanSays() {
    int compared = 0;
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    try (Azulejo azulejo = engine()) {
      Set<String> seen = new HashSet<>();
      for (Path file : corpus.expectationFiles()) {
        Expectation expectation = corpus.expectation(file);
        if (expectation.group()
            || file.toString().contains("wide-domain")
            || !seen.add(expectation.location().toString())) {
          continue;
        }
        for (Layout layout : List.of(Layout.ROW_MAJOR, Layout.UNORDERED)) {
          ReadRequest request = ReadRequest.ALL.layout(layout);
          ReadStats stats;
          Array array;
          try {
            array = azulejo.open(Location.of(expectation.location()));
            stats = drain(array, request);
          } catch (AzulejoException e) {
            assertThat(expectation.someFails() || expectation.key().isPresent())
                .as("%s: %s", expectation.name(), e)
                .isTrue();
            continue;
          }
          PlannedRead plan = array.read(request).plan();

          assertThat(plan.dense()).isEqualTo(array.schema().isDense());
          assertThat(plan.tiles().all()).as(file.toString()).isEqualTo(stats.tiles());
          assertThat(plan.tiles().outside()).isEqualTo(stats.tilesOutside());
          assertThat(stats.storedBytes()).isLessThanOrEqualTo(plan.allStoredBytes());
          assertThat(stats.cellsDelivered()).isLessThanOrEqualTo(plan.steps().cells());
          assertThat(plan.steps().count() == 0).isEqualTo(plan.steps().cells() == 0);
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(100);
  }

  @Test
  void planningReadsNoDataFile() {
    TrackingStorage local = TrackingStorage.asItIs(Storage.local());
    try (Azulejo azulejo = engine(local)) {
      List<Operation> opened = new ArrayList<>();
      for (String name :
          List.of(
              "made-layouts/random-sparse-3", "made-types/dense-2d", "made-schema/names-dense")) {
        Array array = azulejo.open(array(name));
        local.forget();
        array.read().plan();
        opened.addAll(local.operations(Act.OPEN));
      }

      assertThat(opened)
          .as("tables of small files came with their footers, those of the last one did not")
          .isNotEmpty()
          .allMatch(operation -> operation.path().endsWith("/__fragment_metadata.tdb"));
    }
  }

  @Test
  void saysWhichTilesOfADenseArrayAreTouched() {
    try (Azulejo azulejo = engine()) {
      Array array = azulejo.open(array("made-layouts/dense-wide-domain"));
      ReadRequest corner =
          ReadRequest.ALL
              .subarray(Subarray.of("y", 1048575, 1048575).and("x", 1048560, 1048560))
              .select("a");

      PlannedRead plan = array.read(corner).plan();
      ReadStats stats = drain(array, corner);

      assertThat(plan.tiles().all() - plan.tiles().outside()).isEqualTo(1);
      assertThat(plan.tiles().matching()).isEqualTo(1);
      assertThat(plan.steps().cells()).isEqualTo(1);
      assertThat(plan.storedBytes()).containsOnlyKeys("a");
      assertThat(stats.storedBytes()).isPositive().isLessThan(plan.storedBytes().get("a"));
      assertThat(plan.lines())
          .contains(
              "plan: dense, row-major; each cell has the value from the newest fragment that"
                  + " contains it")
          .contains("cells: at most 1");
    }
  }

  @Test
  void saysWhichLabelsAreLookedUp() {
    try (Azulejo azulejo = engine()) {
      Array array = azulejo.open(array("old-v22/dense-labels"));
      String label = array.schema().labels().get(0).name();

      PlannedRead plan = array.read(ReadRequest.ALL.select(label)).plan();

      assertThat(plan.labels()).containsExactly(label);
      assertThat(plan.lines()).contains("labels: " + label);
    }
  }

  @Test
  void refusesWhatReadingRefuses() {
    try (Azulejo azulejo = engine()) {
      Array array = azulejo.open(array("made-types/dense-2d"));
      refuses(
          InvalidRequestException.class,
          () -> array.read(ReadRequest.ALL.select("nothing")).plan());
    }
  }

  @Test
  void aLimitOfNothingReadsNothing() {
    try (Azulejo azulejo = engine()) {
      for (String name : List.of("made-layouts/random-sparse-3", "made-types/dense-2d")) {
        Array array = azulejo.open(array(name));
        storage.forget();

        assertThat(drain(array, ReadRequest.ALL.limit(0)).cellsDelivered()).isZero();
        assertThat(storage.operations()).isEmpty();
        assertThatThrownBy(() -> array.read(ReadRequest.ALL.limit(0).select("nothing")).batches())
            .isInstanceOf(InvalidRequestException.class);
      }
    }
  }

  @Test
  void labelsHonourLimits() {
    try (Azulejo azulejo = engine()) {
      Array array = azulejo.open(array("old-v22/dense-labels"));
      String label = array.schema().labels().get(0).name();
      String dimension = array.schema().dimensions().get(0).name();
      for (List<String> fields : List.of(List.of(label), List.of(label, dimension))) {
        ReadRequest all = ReadRequest.ALL.select(fields);
        assertThat(drain(array, all).cellsDelivered()).isGreaterThan(2);
        assertThat(drain(array, all.limit(2)).cellsDelivered()).isEqualTo(2);
      }
    }
  }
}
