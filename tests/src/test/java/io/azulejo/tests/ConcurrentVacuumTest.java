package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static io.azulejo.testkit.TestArrays.engine;
import static io.azulejo.tests.SweptArray.ARRAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.OpenOptions;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.snapshot.MissingFile;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.Row;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestSchemas;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** At whatever moment somebody else vacuums or consolidates, all goes on or says what happened. */
class ConcurrentVacuumTest {
  private static final String OPEN_AGAIN =
      "fragment __\\w+ was vacuumed or deleted after the array was opened; open it again";

  private static final MaintenanceMode[] OF_ARRAYS = {
    MaintenanceMode.FRAGMENTS,
    MaintenanceMode.COMMITS,
    MaintenanceMode.FRAGMENT_METADATA,
    MaintenanceMode.ARRAY_METADATA
  };

  /** Something that is done. */
  private interface Act {
    void with(Azulejo engine);
  }

  private static Storage copy(String name) {
    Storage storage = Storage.inMemory();
    MemoryCopy.of(
        CorpusFolder.bundledSelection().path().resolve(name).resolve("array"), storage, ARRAY);
    return storage;
  }

  private static void doing(Storage storage, Act act) {
    try (Azulejo engine = engine(storage)) {
      act.with(engine);
    }
  }

  private static Act consolidating(MaintenanceMode mode) {
    return engine -> engine.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
  }

  private static Act vacuuming(MaintenanceMode mode) {
    return engine -> engine.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode));
  }

  private static void vacuumAll(Azulejo engine) {
    for (MaintenanceMode mode : OF_ARRAYS) {
      vacuuming(mode).with(engine);
    }
  }

  private static List<String> rows(Array array) {
    List<String> rows = new ArrayList<>();
    try (Stream<Row> read = array.read().rows()) {
      read.forEach(row -> rows.add(row.toString()));
    }
    rows.sort(String::compareTo);
    return rows;
  }

  private static List<String> files(Storage storage) {
    return StoredFiles.paths(storage).stream()
        .map(path -> path.replaceAll("[0-9a-f]{32}", "*"))
        .sorted()
        .toList();
  }

  /** An array in which there is something of each kind to be vacuumed. */
  private static Storage unvacuumed(String name) {
    Storage storage = copy(name);
    doing(storage, consolidating(MaintenanceMode.FRAGMENT_METADATA));
    doing(storage, consolidating(MaintenanceMode.FRAGMENTS));
    doing(storage, consolidating(MaintenanceMode.COMMITS));
    doing(storage, consolidating(MaintenanceMode.FRAGMENT_METADATA));
    doing(storage, consolidating(MaintenanceMode.ARRAY_METADATA));
    return storage;
  }

  @Test
  void openingAndMetadataSurviveAVacuumAtAnyMoment() {
    for (String name :
        List.of(
            "made-time/consolidate-dense-fragments",
            "made-time/consolidate-sparse-dups-fragments",
            "made-time/metadata-consolidated",
            "made-time/fragments-dense",
            "old-v17/sparse-deletes-commits")) {
      Storage prepared = unvacuumed(name);
      List<String> expected = new ArrayList<>();
      doing(prepared, engine -> expected.addAll(opened(engine, ARRAY)));
      int operations = Integer.MAX_VALUE;
      for (int operation = 0; operation < operations; operation++) {
        Storage storage = StoredFiles.copy(prepared);
        Meanwhile meanwhile =
            Meanwhile.before(
                storage, operation, () -> doing(storage, ConcurrentVacuumTest::vacuumAll));
        List<String> found = new ArrayList<>();
        doing(meanwhile.storage(), engine -> found.addAll(opened(engine, ARRAY)));
        assertThat(found)
            .as("%s, vacuumed before operation %d", name, operation)
            .isEqualTo(expected);
        operations = meanwhile.operations();
      }
      assertThat(operations).isGreaterThan(8);
    }
  }

  @Test
  void everyOperationSurvivesAVacuumAtAnyMoment() {
    Map<String, Act> acts = new LinkedHashMap<>();
    acts.put("history", engine -> engine.open(ARRAY).history());
    acts.put(
        "gc",
        engine ->
            assertThat(
                    engine
                        .maintenance(ARRAY)
                        .gc(GcRequest.DEFAULT.olderThan(Duration.ZERO).dryRun())
                        .entries())
                .extracting(GcReport.Entry::kind)
                .isSubsetOf(GcReport.Kind.FRAGMENT, GcReport.Kind.COMMITS_FILE));
    acts.put("consolidate fragments", consolidating(MaintenanceMode.FRAGMENTS));
    acts.put(
        "delete fragments", engine -> engine.array(ARRAY).deleteFragments(TimeRange.between(1, 2)));
    acts.forEach(ConcurrentVacuumTest::doneWhileVacuumed);
  }

  @Test
  void fragmentsAreCheckedAgainWheneverTheyAreMergedAndVacuumed() {
    Storage prepared = copy("made-time/fragments-dense");
    List<String> expected = new ArrayList<>();
    doing(
        prepared,
        engine -> {
          List<String> names =
              engine.open(ARRAY).fragments().stream().limit(2).map(FragmentInfo::name).toList();
          engine.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.fragments(names));
          expected.addAll(rows(engine.open(ARRAY)));
        });
    Act other =
        engine -> {
          consolidating(MaintenanceMode.FRAGMENTS).with(engine);
          vacuuming(MaintenanceMode.FRAGMENTS).with(engine);
        };
    for (Act act :
        List.of(
            vacuuming(MaintenanceMode.FRAGMENTS),
            consolidating(MaintenanceMode.FRAGMENT_METADATA))) {
      int operations = Integer.MAX_VALUE;
      for (int operation = 0; operation < operations; operation++) {
        Storage storage = StoredFiles.copy(prepared);
        Meanwhile meanwhile = Meanwhile.before(storage, operation, () -> doing(storage, other));
        String as = "merged and vacuumed before operation " + operation;
        try {
          doing(meanwhile.storage(), act);
        } catch (RuntimeException e) {
          throw new AssertionError(as, e);
        }
        doing(storage, engine -> assertThat(rows(engine.open(ARRAY))).as(as).isEqualTo(expected));
        operations = meanwhile.operations();
      }
    }
  }

  /** Metadata files of all fragments are compared, also of those that a vacuum deletes. */
  @Test
  void overlappingFragmentsAreMergedWheneverOthersAreVacuumed() {
    Storage prepared = Storage.inMemory();
    List<String> rest = new ArrayList<>();
    doing(
        prepared,
        engine -> {
          engine.create(ARRAY, TestSchemas.of("dense(k INT64 0..7/4) v INT64"));
          for (int time : new int[] {3, 4}) {
            writeZeros(engine, time);
          }
          consolidating(MaintenanceMode.FRAGMENTS).with(engine);
          for (int time : new int[] {1, 2}) {
            writeZeros(engine, time);
          }
          engine.open(ARRAY).fragments().stream()
              .map(FragmentInfo::name)
              .filter(name -> name.matches("__([12])_\\1_.*"))
              .forEach(rest::add);
        });
    int operations = Integer.MAX_VALUE;
    for (int operation = 0; operation < operations; operation++) {
      Storage storage = StoredFiles.copy(prepared);
      Meanwhile meanwhile =
          Meanwhile.before(
              storage, operation, () -> doing(storage, vacuuming(MaintenanceMode.FRAGMENTS)));
      String as = "vacuumed before operation " + operation;
      try (Azulejo engine = engine(meanwhile.storage())) {
        ConsolidationReport report =
            engine.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.fragments(rest));
        assertThat(report.merges()).as(as).hasSize(1);
      } catch (RuntimeException e) {
        throw new AssertionError(as, e);
      }
      operations = meanwhile.operations();
    }
  }

  private static void writeZeros(Azulejo engine, int time) {
    try (ArrayWriter out =
        engine.array(ARRAY).writer(WriteRequest.DEFAULT, ChangeOptions.DEFAULT.at(time))) {
      out.append("v", new long[8]);
      out.commit();
    }
  }

  private static void doneWhileVacuumed(String what, Act act) {
    for (String name :
        List.of("made-time/consolidate-sparse-dups-fragments", "old-v17/sparse-deletes-commits")) {
      Storage prepared = unvacuumed(name);
      List<String> expected = new ArrayList<>();
      doing(prepared, engine -> expected.addAll(rows(engine.open(ARRAY))));
      int operations = Integer.MAX_VALUE;
      for (int operation = 0; operation < operations; operation++) {
        Storage storage = StoredFiles.copy(prepared);
        Meanwhile meanwhile =
            Meanwhile.before(
                storage, operation, () -> doing(storage, ConcurrentVacuumTest::vacuumAll));
        String as = "%s of %s, vacuumed before operation %d".formatted(what, name, operation);
        try {
          doing(meanwhile.storage(), act);
        } catch (NotFoundException e) {
          assertThat(what).isEqualTo("history");
          assertThat(e).hasMessageMatching(OPEN_AGAIN);
        } catch (RuntimeException e) {
          throw new AssertionError(as, e);
        }
        doing(storage, engine -> assertThat(rows(engine.open(ARRAY))).as(as).isEqualTo(expected));
        operations = meanwhile.operations();
      }
    }
  }

  private static List<String> opened(Azulejo engine, Location place) {
    Array array = engine.open(place);
    List<String> said = new ArrayList<>(List.of(array.schema().toString()));
    said.add(String.valueOf(array.nonEmptyDomain()));
    said.add(array.metadata().keySet().toString());
    said.add(array.fragments().size() + " fragments");
    return said;
  }

  @Test
  void readsAreAsBeforeOrSayThatFragmentsWereVacuumed() {
    for (String name :
        List.of("made-time/fragments-dense", "made-time/consolidate-dense-ignored")) {
      Storage prepared = copy(name);
      List<String> expected = new ArrayList<>();
      doing(prepared, engine -> expected.addAll(rows(engine.open(ARRAY))));
      int operations = Integer.MAX_VALUE;
      int refused = 0;
      for (int operation = 0; operation < operations; operation++) {
        Storage storage = StoredFiles.copy(prepared);
        Meanwhile meanwhile =
            Meanwhile.before(
                storage,
                operation,
                () ->
                    doing(
                        storage,
                        engine -> {
                          for (MaintenanceMode mode : OF_ARRAYS) {
                            consolidating(mode).with(engine);
                          }
                          vacuumAll(engine);
                        }));
        try (Azulejo engine = engine(meanwhile.storage())) {
          assertThat(rows(engine.open(ARRAY)))
              .as("%s, vacuumed before operation %d", name, operation)
              .isEqualTo(expected);
        } catch (NotFoundException e) {
          refused++;
          assertThat(e).hasMessageMatching(OPEN_AGAIN);
        }
        operations = meanwhile.operations();
      }
      assertThat(refused > 0).as(name).isEqualTo(name.endsWith("fragments-dense"));
    }
  }

  @Test
  void anArrayThatWasOpenedBeforeAVacuumHasToBeOpenedAgain() {
    Storage storage = copy("made-time/fragments-dense");
    try (Azulejo engine = engine(storage)) {
      Array before = engine.open(ARRAY);
      List<String> rows = rows(before);
      Array untouched = engine.open(ARRAY);
      consolidating(MaintenanceMode.FRAGMENTS).with(engine);
      assertThat(rows(untouched)).isEqualTo(rows);
      vacuumAll(engine);

      assertThatThrownBy(() -> rows(before))
          .isInstanceOf(NotFoundException.class)
          .hasMessageMatching(OPEN_AGAIN);
      assertThat(rows(engine.open(ARRAY))).isEqualTo(rows);
    }
  }

  /** First what holds a commit goes, then what takes it back. */
  @Test
  void aFragmentThatWasTakenBackIsGoneWheneverCommitsAreVacuumed() {
    String name = "__1_1_0123456789abcdef0123456789abcdef_23";
    Location file = ARRAY.resolve("__fragments/" + name + "/a0.tdb");
    byte[] line = ("__commits/" + name + ".wrt\n").getBytes(StandardCharsets.UTF_8);
    List<Location> files =
        List.of(
            ARRAY.resolve("__commits/__1_1_123456789abcdef0123456789abcdef0_23.con"),
            ARRAY.resolve("__commits/__1_1_23456789abcdef0123456789abcdef01_23.ign"));
    int operations = Integer.MAX_VALUE;
    for (int operation = 0; operation < operations; operation++) {
      Storage storage = Storage.inMemory();
      files.forEach(one -> storage.createExclusive(one, line));
      Meanwhile meanwhile = Meanwhile.before(storage, operation, () -> storage.delete(files));
      CorruptDataException loss = CorruptDataException.of("fragment", null, -1, "it is lost");
      assertThat(MissingFile.explain(meanwhile.storage(), file, loss))
          .as("before operation %d", operation)
          .isInstanceOf(NotFoundException.class)
          .hasMessageMatching(OPEN_AGAIN);
      operations = meanwhile.operations();
    }
  }

  @Test
  void aMissingFileOfACommittedFragmentIsALoss() {
    for (MaintenanceMode mode : List.of(MaintenanceMode.FRAGMENTS, MaintenanceMode.COMMITS)) {
      Storage storage = copy("made-time/fragments-dense");
      try (Azulejo engine = engine(storage)) {
        if (mode == MaintenanceMode.COMMITS) {
          consolidating(mode).with(engine);
          vacuuming(mode).with(engine);
        }
        Array array = engine.open(ARRAY);
        String name = array.fragments().get(0).name();
        storage.delete(ARRAY.resolve("__fragments/" + name + "/a0.tdb"));

        refuses(CorruptDataException.class, () -> rows(array));
        storage.deleteFolder(ARRAY.resolve("__fragments/" + name));
        assertThatThrownBy(() -> rows(engine.open(ARRAY)))
            .isInstanceOf(CorruptDataException.class)
            .hasMessageContaining(
                mode == MaintenanceMode.COMMITS
                    ? "it commits fragment " + name + ", which is missing"
                    : "the fragment is committed, but its metadata is missing");
      }
    }
  }

  @Test
  void concurrentVacuumsEqualSequentialOnes() {
    allAtOnce(6);
  }

  @Test
  @Tag("slow")
  void concurrentVacuumsEqualSequentialOnesAtAnyMoment() {
    allAtOnce(1);
  }

  private static void allAtOnce(int step) {
    for (MaintenanceMode mode : OF_ARRAYS) {
      for (boolean first : new boolean[] {false, true}) {
        for (MaintenanceMode other : OF_ARRAYS) {
          for (boolean second : new boolean[] {false, true}) {
            if (!(first && mode == MaintenanceMode.FRAGMENTS)
                && !(second && other == MaintenanceMode.FRAGMENTS)) {
              atOnce(
                  (first ? "consolidate " : "vacuum ")
                      + mode
                      + " and "
                      + (second ? "consolidate " : "vacuum ")
                      + other,
                  first ? consolidating(mode) : vacuuming(mode),
                  second ? consolidating(other) : vacuuming(other),
                  step);
            }
          }
        }
      }
    }
  }

  @Test
  void fragmentsThatAreDeletedStayDeletedWheneverCommitsAreGathered() {
    for (int number : new int[] {1, 3}) {
      for (boolean gatheringFirst : new boolean[] {false, true}) {
        deletedWhile(number, gatheringFirst);
      }
    }
  }

  private static void deletedWhile(int number, boolean gatheringFirst) {
    Storage prepared = copy("made-time/fragments-dense");
    List<String> names = new ArrayList<>();
    doing(
        prepared,
        engine -> engine.open(ARRAY).fragments().forEach(fragment -> names.add(fragment.name())));
    List<String> doomed = names.subList(1, 1 + number);
    Act deletion = engine -> engine.array(ARRAY).deleteFragments(doomed);
    Act gathering =
        engine -> {
          consolidating(MaintenanceMode.COMMITS).with(engine);
          vacuuming(MaintenanceMode.COMMITS).with(engine);
        };
    int operations = Integer.MAX_VALUE;
    for (int operation = 0; operation < operations; operation++) {
      Storage storage = StoredFiles.copy(prepared);
      Act first = gatheringFirst ? gathering : deletion;
      Act second = gatheringFirst ? deletion : gathering;
      Meanwhile meanwhile = Meanwhile.before(storage, operation, () -> doing(storage, second));
      doing(meanwhile.storage(), first);
      String as =
          "%d fragments, gathering %s, before operation %d"
              .formatted(number, gatheringFirst ? "first" : "within", operation);
      for (int time = 0; time < 2; time++) {
        doing(
            storage,
            engine ->
                assertThat(engine.open(ARRAY).fragments())
                    .as(as)
                    .extracting(FragmentInfo::name)
                    .isEqualTo(names.stream().filter(name -> !doomed.contains(name)).toList()));
        doing(storage, gathering);
      }
      operations = meanwhile.operations();
    }
  }

  /**
   * One of two gathers commits, the other one deletes their fragments; in the middle of the one, at
   * each moment, the other one begins. Wherever both are then, others find a sound array.
   */
  @Test
  void theArrayIsSoundAtEachMomentOfADeletionWhileCommitsAreGathered() {
    Act gathering = consolidating(MaintenanceMode.COMMITS);
    Act vacuum = vacuuming(MaintenanceMode.FRAGMENTS);
    Storage loose = copy("made-time/fragments-dense");
    Storage held = StoredFiles.copy(loose);
    doing(held, gathering);
    doing(held, vacuuming(MaintenanceMode.COMMITS));
    for (Storage prepared : List.of(loose, held)) {
      List<String> names = new ArrayList<>();
      doing(
          prepared,
          engine -> engine.open(ARRAY).fragments().forEach(found -> names.add(found.name())));
      for (int number : new int[] {1, 3}) {
        Act deletion = engine -> engine.array(ARRAY).deleteFragments(names.subList(0, number));
        soundWhile(prepared, gathering, deletion);
        soundWhile(prepared, deletion, gathering);
      }
      doing(prepared, consolidating(MaintenanceMode.FRAGMENTS));
      soundWhile(prepared, gathering, vacuum);
      soundWhile(prepared, vacuum, gathering);
    }
  }

  private static void soundWhile(Storage prepared, Act first, Act second) {
    int operations = Integer.MAX_VALUE;
    for (int operation = 0; operation < operations; operation++) {
      Storage storage = StoredFiles.copy(prepared);
      Runnable look = () -> doing(storage, ConcurrentVacuumTest::openAtAnyTime);
      Meanwhile meanwhile =
          Meanwhile.before(
              Meanwhile.from(storage, operation, look).storage(),
              operation,
              () -> doing(Meanwhile.from(storage, 0, look).storage(), second));
      doing(meanwhile.storage(), first);
      look.run();
      operations = meanwhile.operations();
    }
    assertThat(operations).isGreaterThan(8);
  }

  private static void openAtAnyTime(Azulejo engine) {
    assertThat(engine.open(ARRAY).fragments()).isNotEmpty();
    for (TimeRange times : List.of(TimeRange.between(0, 25), TimeRange.between(20, 40))) {
      assertThat(engine.open(ARRAY, OpenOptions.DEFAULT.at(times)).fragments()).hasSizeLessThan(4);
    }
  }

  /** Does one thing while another one is done, before each of the operations of that. */
  private static void atOnce(String what, Act act, Act other, int step) {
    Storage prepared = copy("made-time/consolidate-dense-fragments");
    doing(
        prepared,
        engine -> {
          consolidating(MaintenanceMode.COMMITS).with(engine);
          SweptMetadata.change(engine);
        });
    AskedTimes[] asked = new AskedTimes[1];
    List<String> expected = new ArrayList<>();
    doing(
        prepared,
        engine -> {
          asked[0] = AskedTimes.of(engine, ARRAY, Optional.empty(), true);
          expected.addAll(asked[0].read(engine));
        });
    Storage finished = StoredFiles.copy(prepared);
    finish(finished);
    int operations = Integer.MAX_VALUE;
    for (int operation = 0; operation < operations; operation += step) {
      Storage storage = StoredFiles.copy(prepared);
      Meanwhile meanwhile = Meanwhile.before(storage, operation, () -> doing(storage, other));
      doing(meanwhile.storage(), act);
      String as = "%s before operation %d".formatted(what, operation);
      doing(storage, engine -> assertThat(asked[0].read(engine)).as(as).isEqualTo(expected));
      finish(storage);
      doing(storage, engine -> assertThat(asked[0].read(engine)).as(as).isEqualTo(expected));
      assertThat(files(storage)).as(as).isEqualTo(files(finished));
      operations = meanwhile.operations();
    }
  }

  /** Consolidates and vacuums all but the cells. */
  private static void finish(Storage storage) {
    doing(
        storage,
        engine -> {
          vacuuming(MaintenanceMode.FRAGMENTS).with(engine);
          for (MaintenanceMode mode : OF_ARRAYS) {
            if (mode != MaintenanceMode.FRAGMENTS) {
              consolidating(mode).with(engine);
              vacuuming(mode).with(engine);
            }
          }
        });
  }
}
