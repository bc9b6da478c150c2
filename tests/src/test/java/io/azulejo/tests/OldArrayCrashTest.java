package io.azulejo.tests;

import static io.azulejo.tests.SweptArray.ARRAY;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.OpenOptions;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment when an array of an old version is changed, it reads as
 * before or as after it, and the next change works.
 */
class OldArrayCrashTest {
  private static final long LATER = 4_000_000_000_000L;

  /** An array of the bundled selection, and what is done to copies of it. */
  private record Old(String name, Path folder, Optional<EncryptionKey> key) {
    static Old of(String name) {
      CorpusFolder corpus = CorpusFolder.bundledSelection();
      Path folder = corpus.path().resolve(name);
      Expectation expectation = corpus.expectation(folder.resolve("expected.json"));
      return new Old(name, expectation.location(), expectation.key());
    }

    ChangeOptions at(long time) {
      return ChangeOptions.DEFAULT.at(LATER + time);
    }

    private Azulejo keyed(Azulejo engine) {
      return key.map(secret -> engine.withKey(ARRAY, secret)).orElse(engine);
    }

    Array open(Azulejo engine) {
      return open(engine, ARRAY);
    }

    private Array open(Azulejo engine, Location place) {
      OpenOptions options = OpenOptions.DEFAULT.at(TimeRange.until(LATER + 9));
      return engine.open(place, key.map(options::key).orElse(options));
    }

    /** All that can be read, and of what versions it is. */
    Object read(Azulejo engine) {
      Array array = open(engine);
      List<String> all = new ArrayList<>();
      all.add(array.formatVersion() + " " + array.schema().attributes());
      all.add(array.metadata().toString());
      for (FragmentInfo fragment : array.fragments()) {
        all.add(fragment.formatVersion() + " " + fragment.times());
      }
      try (Stream<Row> rows = array.read().rows()) {
        rows.forEach(row -> all.add(row.toString()));
      }
      return all;
    }

    /** Writes the cells that are there once more. */
    void rewrite(Azulejo engine, long time) {
      Array array = open(engine);
      WriteRequest request = WriteRequest.DEFAULT;
      ReadRequest read = ReadRequest.ALL;
      if (array.schema().isDense()) {
        Subarray box = box(array);
        request = request.subarray(box);
        read =
            read.subarray(box)
                .select(array.schema().attributes().stream().map(Attribute::name).toList());
      }
      try (ArrayWriter out = keyed(engine).array(ARRAY).writer(request, at(time));
          BatchReader in = array.read(read).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          out.append(batch);
        }
        out.commit();
      }
    }

    private static Subarray box(Array array) {
      NDRange box = array.nonEmptyDomain().orElseThrow();
      List<Dimension> dimensions = array.schema().dimensions();
      return Subarray.of(dimensions, box);
    }

    void collect(Azulejo engine) {
      keyed(engine)
          .maintenance(ARRAY)
          .gc(GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments());
    }

    Scenario changing(String how, Scenario.Act change, Scenario.Act next) {
      return Scenario.of(how + " " + name, this::read)
          .preparedBy(engine -> MemoryCopy.of(folder, engine.storage(ARRAY), ARRAY))
          .changedBy(change)
          .then(next);
    }

    Scenario write() {
      return changing("write", engine -> rewrite(engine, 1), engine -> rewrite(engine, 2));
    }

    Scenario upgrade() {
      return changing(
          "upgrade",
          engine -> keyed(engine).array(ARRAY).upgrade(at(1)),
          engine -> rewrite(engine, 2));
    }

    Scenario evolution() {
      SchemaEvolution evolution =
          SchemaEvolution.builder().addAttribute(Attribute.of("another", Datatype.INT8)).build();
      return changing(
          "evolve",
          engine -> keyed(engine).array(ARRAY).evolve(evolution, at(1)),
          engine -> keyed(engine).array(ARRAY).upgrade(at(2)));
    }

    Scenario metadata() {
      return changing("metadata of", engine -> put(engine, 1), engine -> put(engine, 2));
    }

    private void put(Azulejo engine, long time) {
      MetadataChange change =
          MetadataChange.builder().put("put", MetadataValue.ofLongs(time)).build();
      keyed(engine).array(ARRAY).metadata().change(change, at(time));
    }

    Scenario deletion(String field, int from) {
      DeleteRequest request =
          DeleteRequest.where(Condition.parse("%s >= %d".formatted(field, from))).alsoNulls(field);
      return changing(
          "delete from",
          engine -> keyed(engine).array(ARRAY).delete(request, at(1)),
          engine -> rewrite(engine, 2));
    }

    private Object namesIn(Azulejo engine) {
      return open(engine).fragments().stream().map(FragmentInfo::name).toList();
    }

    /** All fragments at once, or, where versions cannot do that, one after the other. */
    Scenario removal(boolean stepwise) {
      Scenario scenario =
          Scenario.of("remove fragments of " + name, this::namesIn)
              .preparedBy(engine -> MemoryCopy.of(folder, engine.storage(ARRAY), ARRAY))
              .changedBy(engine -> keyed(engine).array(ARRAY).deleteFragments(TimeRange.ALL))
              .then(engine -> keyed(engine).array(ARRAY).deleteFragments(TimeRange.ALL))
              .mayLeaveFiles();
      return stepwise ? scenario.allowingState(this::isEndOfAll).finishedByNext() : scenario;
    }

    private boolean isEndOfAll(Object names) {
      try (Azulejo engine = Azulejo.create()) {
        List<String> all =
            open(engine, Location.of(folder)).fragments().stream().map(FragmentInfo::name).toList();
        List<?> left = (List<?>) names;
        return all.subList(all.size() - left.size(), all.size()).equals(left);
      }
    }
  }

  private static void sweep(Old old, Scenario scenario) throws Exception {
    SweptArray.sweep(scenario, old::collect);
  }

  private static void sweepWrites(List<String> names) throws Exception {
    for (String name : names) {
      Old old = Old.of(name);
      SweptArray.sweepThinly(old.write(), old::collect, 15);
    }
  }

  @Test
  void aWriteInTheVersionOfTheArrayIsThereOrNot() throws Exception {
    sweepWrites(List.of("old-v11/strings-rle-plain", "old-v16/sparse-encrypted"));
  }

  @Test
  void aWriteBesideFragmentsOfVersionsThatAreNotWrittenIsThereOrNot() throws Exception {
    sweepWrites(List.of("old-v1/sparse-basic", "old-v6/dense-fill"));
  }

  @Test
  @Tag("slow")
  void writesToArraysOfManyVersionsAreThereOrNot() throws Exception {
    for (String name :
        List.of(
            "old-v1/sparse-basic",
            "old-v1/dense-encrypted",
            "old-v3/dense-datetime",
            "old-v4/sparse-encrypted",
            "old-v6/sparse-mixed-dims",
            "old-v6/dense-fill",
            "old-v7/sparse-nullable",
            "old-v7/sparse-hilbert",
            "old-v8/dense-consolidated",
            "old-v9/dense-sparse-fragments",
            "old-v11/strings-rle-plain",
            "old-v11/var-empty-tiles",
            "old-v13/sparse-dups",
            "old-v15/sparse-basic",
            "old-v16/sparse-encrypted",
            "old-v17/dense-consolidated-vacuumed",
            "old-v19/consolidated-commits",
            "old-mixed/sparse-upgraded")) {
      Old old = Old.of(name);
      sweep(old, old.write());
    }
  }

  @Test
  void arraysAreUpgradedOrNot() throws Exception {
    for (String name :
        List.of("old-v1/sparse-basic", "old-v8/sparse-basic", "old-v16/sparse-encrypted")) {
      Old old = Old.of(name);
      sweep(old, old.upgrade());
      sweep(old, old.evolution());
    }
  }

  @Test
  void metadataOfOldArraysAreChangedOrNot() throws Exception {
    for (String name :
        List.of("old-v1/sparse-basic", "old-v4/metadata", "old-v16/sparse-encrypted")) {
      Old old = Old.of(name);
      sweep(old, old.metadata());
    }
  }

  @Test
  void cellsOfOldArraysAreDeletedOrNot() throws Exception {
    Old old = Old.of("old-v16/sparse-encrypted");
    sweep(old, old.deletion("v", 3));
  }

  @Test
  void fragmentsInOneFileOfCommitsAreDeletedAllOrNone() throws Exception {
    for (String name :
        List.of(
            "old-v19/consolidated-commits",
            "old-v17/sparse-deletes-commits",
            "made-time/consolidate-sparse-commits",
            "made-time/consolidate-dense-ignored",
            "made-time/consolidate-sparse-vacuumed",
            "old-v15/sparse-consolidated")) {
      Old old = Old.of(name);
      sweep(old, old.removal(false));
    }
  }

  @Test
  void fragmentsOfOldVersionsAreDeletedOneAfterTheOther() throws Exception {
    for (String name : Set.of("old-v3/sparse-basic", "old-v9/dense-sparse-fragments")) {
      Old old = Old.of(name);
      sweep(old, old.removal(true));
    }
  }
}
