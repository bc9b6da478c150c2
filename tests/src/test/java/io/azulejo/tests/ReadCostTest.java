package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import io.azulejo.testkit.TrackingStorage.Operation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What reads ask of the store, operation by operation. */
class ReadCostTest {
  private final TrackingStorage storage = new TrackingStorage(Storage.local());

  private Azulejo engine() {
    return Azulejo.builder().storage("file", storage).computeThreads(0).ioThreads(0).build();
  }

  private static Location array(String name) {
    return Location.of(CorpusFolder.bundledSelection().path().resolve(name).resolve("array"));
  }

  private List<Operation> readsOf(String file) {
    return storage.operations(Act.READ).stream()
        .filter(operation -> operation.path().endsWith("/" + file))
        .toList();
  }

  private static long readAll(Array array, ReadRequest request) {
    return TestArrays.count(array.read(request));
  }

  @Test
  void openingTouchesOnlyTheFragmentWhoseFooterIsNotConsolidated() {
    try (Azulejo azulejo = engine()) {
      Array array = azulejo.open(array("old-v9/consolidated-fragment-metadata"));

      List<String> opened =
          readsOf("__fragment_metadata.tdb").stream().map(Operation::path).distinct().toList();

      assertThat(array.fragments()).hasSize(3);
      assertThat(array.nonEmptyDomain()).isPresent();
      assertThat(opened).singleElement().asString().contains("/__1590000005000_1590000005000_");
    }
  }

  @Test
  void aggregatesOfAWholeFragmentTakeItsStatisticsAlone() {
    int answered = 0;
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    try (Azulejo azulejo = engine()) {
      for (Path file : corpus.expectationFiles()) {
        Expectation expectation = corpus.expectation(file);
        if (expectation.group() || expectation.openingFails() || expectation.key().isPresent()) {
          continue;
        }
        Array array = azulejo.open(Location.of(expectation.location()));
        Optional<Attribute> number =
            array.schema().attributes().stream()
                .filter(a -> a.type() == Datatype.INT32 && a.cellValNum() == 1 && !a.nullable())
                .findFirst();
        if (array.fragments().size() != 1 || number.isEmpty()) {
          continue;
        }
        storage.forget();
        array.read().aggregate(Aggregation.of(List.of(Aggregate.max(number.get().name()))));
        List<TrackingStorage.Operation> reads = storage.operations(Act.READ);
        boolean alone =
            reads.size() <= 1
                && reads.stream().allMatch(r -> r.path().endsWith("__fragment_metadata.tdb"));
        answered += alone ? 1 : 0;
      }
    }
    assertThat(answered).isGreaterThan(5);
  }

  @Test
  void matchingCellsOfAVastAndMostlyEmptyDenseArrayAreLookedForWhereSomethingWasWritten() {
    try (Azulejo azulejo = engine()) {
      Array array = azulejo.open(array("made-layouts/dense-wide-domain"));
      long written =
          array.fragments().stream()
              .map(fragment -> fragment.nonEmptyDomain().orElseThrow())
              .mapToLong(box -> length(box.get(0)) * length(box.get(1)))
              .sum();

      ReadRequest everywhere =
          ReadRequest.ALL
              .where(Condition.field("y").greaterThanOrEqualTo(0))
              .cells(ReadRequest.Cells.MATCHING)
              .select("y", "x");

      assertThat(readAll(array, everywhere)).isEqualTo(written);
    }
  }

  private static long length(Range range) {
    return ((Range.Longs) range).high() - ((Range.Longs) range).low() + 1;
  }

  @Test
  void aCellOfADenseArrayTakesTheBytesOfOneTile() {
    try (Azulejo azulejo = engine()) {
      Array array = azulejo.open(array("made-layouts/dense-wide-domain"));
      ReadRequest corner =
          ReadRequest.ALL
              .subarray(Subarray.of("y", 1048575, 1048575).and("x", 1048560, 1048560))
              .select("a");
      readAll(array, corner);
      storage.forget();

      assertThat(readAll(array, corner)).isEqualTo(1);

      assertThat(readsOf("__fragment_metadata.tdb")).as("tables are loaded once").isEmpty();
      assertThat(storage.operations(Act.READ)).hasSize(1);
      assertThat(storage.operations(Act.READ).get(0).path()).endsWith("a0.tdb");
      assertThat(storage.operations(Act.OPEN)).hasSameSizeAs(storage.operations(Act.CLOSE));
    }
  }

  @Test
  void fieldsThatAreNotSelectedAreNotRead() {
    try (Azulejo azulejo = engine()) {
      Array array = azulejo.open(array("made-layouts/random-sparse-3"));
      String attribute = array.schema().attributes().get(0).name();
      storage.forget();

      readAll(array, ReadRequest.ALL.select(attribute).layout(Layout.ROW_MAJOR));

      assertThat(readsOf("a0.tdb")).isNotEmpty();
      assertThat(array.schema().attributes()).hasSizeGreaterThan(1);
      for (int i = 1; i < array.schema().attributes().size(); i++) {
        assertThat(readsOf("a" + i + ".tdb")).isEmpty();
      }
    }
  }

  @Test
  void nothingIsReadBeforeTheFirstBatchIsAskedForButTables() {
    try (Azulejo azulejo = engine()) {
      Array array = azulejo.open(array("made-types/dense-2d"));
      try (BatchReader in = array.read(ReadRequest.ALL).batches()) {
        String dataFile = ".*/[ad][0-9]+(_var|_validity)?\\.tdb";
        assertThat(storage.operations(Act.READ))
            .noneMatch(operation -> operation.path().matches(dataFile));
        assertThat(in.next()).isNotNull();
        assertThat(storage.operations(Act.READ))
            .anyMatch(operation -> operation.path().matches(dataFile));
      }
      assertThat(storage.operations(Act.OPEN)).hasSameSizeAs(storage.operations(Act.CLOSE));
    }
  }
}
