package io.azulejo.tests;

import static io.azulejo.tests.SweptArray.ARRAY;

import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.internal.maintain.FileConsolidation;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.StoredFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment when footers, commits or metadata are consolidated, or
 * anything is vacuumed: what is read at all times stays the same, and doing it again leaves what it
 * would have left at first.
 */
class ModesCrashTest {
  /** An array of the bundled selection. */
  private static final class Stored {
    private final String name;
    private final Path folder;
    private final Optional<EncryptionKey> key;
    private AskedTimes asked;
    private List<String> first;

    Stored(String name) {
      CorpusFolder corpus = CorpusFolder.bundledSelection();
      Expectation expectation =
          corpus.expectation(corpus.path().resolve(name).resolve("expected.json"));
      this.name = name;
      this.folder = expectation.location();
      this.key = expectation.key();
    }

    private Azulejo keyed(Azulejo engine) {
      return key.map(secret -> engine.withKey(ARRAY, secret)).orElse(engine);
    }

    void consolidate(Azulejo engine, MaintenanceMode mode) {
      try (Tasks tasks = new Tasks(0, 0)) {
        FileConsolidation.consolidate(
            engine.storage(ARRAY), ARRAY, ConsolidationRequest.DEFAULT.mode(mode), key, tasks);
      }
    }

    void vacuum(Azulejo engine, MaintenanceMode mode) {
      keyed(engine).maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode));
    }

    private List<Object> read(Azulejo engine) {
      List<String> answers = asked.read(engine);
      if (first == null) {
        first = answers;
      }
      List<String> files = new ArrayList<>();
      StoredFiles.below(engine.storage(ARRAY), ARRAY)
          .forEach(file -> files.add(file.path().replaceAll("[0-9a-f]{32}", "*")));
      // Left to the collection: temporary files, and announcements of who was killed.
      files.removeIf(file -> file.matches(".*/\\.[0-9a-f]+\\.tmp|.*\\.con\\.tmp"));
      files.sort(String::compareTo);
      return List.of("answers " + answers.hashCode(), files);
    }

    Scenario scenario(
        String what,
        boolean mergesMetadata,
        Scenario.Act change,
        Scenario.Act next,
        Scenario.Act... before) {
      Scenario scenario =
          Scenario.of(what + " " + name, this::read)
              .preparedBy(engine -> MemoryCopy.of(folder, engine.storage(ARRAY), ARRAY));
      for (Scenario.Act act : before) {
        scenario.preparedBy(act);
      }
      return scenario
          .preparedBy(engine -> asked = AskedTimes.of(engine, ARRAY, key, mergesMetadata))
          .changedBy(change)
          .then(next)
          .allowingState(read -> ((List<?>) read).get(0).equals("answers " + first.hashCode()))
          .finishedByNext()
          .mayLeaveFiles();
    }

    void sweep(Scenario scenario) throws Exception {
      SweptArray.sweep(
          scenario,
          engine ->
              keyed(engine)
                  .maintenance(ARRAY)
                  .gc(GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments()));
    }

    void sweepConsolidation(MaintenanceMode mode) throws Exception {
      sweep(
          scenario(
              "consolidate " + mode,
              mode == MaintenanceMode.ARRAY_METADATA,
              engine -> consolidate(engine, mode),
              engine -> {
                forgetAnnouncements(engine);
                consolidate(engine, mode);
                vacuum(engine, mode);
              }));
    }

    /** As if an hour went by: announcements of who was killed count no more. */
    private static void forgetAnnouncements(Azulejo engine) {
      Storage storage = engine.storage(ARRAY);
      for (Location file : StoredFiles.below(storage, ARRAY)) {
        if (file.name().endsWith(".con.tmp")) {
          storage.delete(file);
        }
      }
    }

    void sweepVacuum(MaintenanceMode mode, Scenario.Act... before) throws Exception {
      sweep(
          scenario(
              "vacuum " + mode,
              false,
              engine -> vacuum(engine, mode),
              engine -> vacuum(engine, mode),
              before));
    }

    Scenario.Act consolidating(MaintenanceMode mode) {
      return engine -> consolidate(engine, mode);
    }
  }

  @Test
  void footersAreConsolidated() throws Exception {
    for (String name :
        List.of(
            "made-time/fragments-dense", "old-v7/sparse-nullable", "old-v16/sparse-encrypted")) {
      new Stored(name).sweepConsolidation(MaintenanceMode.FRAGMENT_METADATA);
    }
  }

  @Test
  @Tag("full")
  void commitsAreConsolidated() throws Exception {
    for (String name :
        List.of(
            "made-time/fragments-dense",
            "made-time/consolidate-dense-ignored",
            "made-time/consolidate-sparse-dups-fragments",
            "old-v16/sparse-deletes")) {
      new Stored(name).sweepConsolidation(MaintenanceMode.COMMITS);
    }
  }

  @Test
  void metadataAreConsolidated() throws Exception {
    for (String name : List.of("old-v18/metadata", "old-v5/metadata", "old-v4/metadata")) {
      new Stored(name).sweepConsolidation(MaintenanceMode.ARRAY_METADATA);
    }
  }

  @Test
  void metadataOfGroupsAreConsolidatedAndVacuumed() throws Exception {
    MaintenanceMode mode = MaintenanceMode.GROUP_METADATA;
    SweptArray.sweep(
        ofGroup(
            "consolidate", engine -> maintain(engine, false), engine -> maintain(engine, true)));
    SweptArray.sweep(
        ofGroup("vacuum", engine -> vacuumGroup(engine, mode), engine -> vacuumGroup(engine, mode))
            .preparedBy(engine -> maintain(engine, false)));
  }

  private static Scenario ofGroup(String what, Scenario.Act change, Scenario.Act next) {
    return Scenario.of(what + " metadata of a group", ModesCrashTest::readGroup)
        .preparedBy(engine -> engine.group(ARRAY).create())
        .preparedBy(SweptMetadata::change)
        .changedBy(change)
        .then(next)
        .allowingState(
            read -> ((List<?>) read).subList(0, 2).equals(List.of("{key0=63, key2=62}", "{}")))
        .finishedByNext()
        .mayLeaveFiles();
  }

  private static void maintain(Azulejo engine, boolean vacuumed) {
    MaintenanceMode mode = MaintenanceMode.GROUP_METADATA;
    ConsolidationRequest request = ConsolidationRequest.DEFAULT.mode(mode);
    engine.maintenance(ARRAY).consolidate(request);
    if (vacuumed) {
      vacuumGroup(engine, mode);
    }
  }

  private static void vacuumGroup(Azulejo engine, MaintenanceMode mode) {
    VacuumRequest request = VacuumRequest.DEFAULT.mode(mode);
    engine.maintenance(ARRAY).vacuum(request);
  }

  private static List<Object> readGroup(Azulejo engine) {
    List<Object> read = new ArrayList<>();
    for (TimeRange times : List.of(TimeRange.ALL, TimeRange.until(50))) {
      Map<String, Integer> values = new LinkedHashMap<>();
      engine
          .group(ARRAY)
          .open(OpenOptions.DEFAULT.at(times))
          .metadata()
          .forEach((key, value) -> values.put(key, (int) value.bytes()[0]));
      read.add(values.toString());
    }
    StoredFiles.below(engine.storage(ARRAY), ARRAY).stream()
        .map(file -> file.path().replaceAll("[0-9a-f]{32}", "*"))
        .filter(path -> !path.endsWith(".tmp"))
        .sorted()
        .forEach(read::add);
    return read;
  }

  @Test
  void fragmentsAreVacuumed() throws Exception {
    for (String name :
        List.of(
            "made-time/consolidate-dense-fragments",
            "made-time/consolidate-sparse-dups-fragments",
            "old-v9/sparse-consolidated",
            "old-v15/sparse-consolidated",
            "old-mixed/sparse-consolidated-by-new")) {
      new Stored(name).sweepVacuum(MaintenanceMode.FRAGMENTS);
    }
  }

  @Test
  @Tag("full")
  void fragmentsWhoseCommitsAreInOneFileAreVacuumed() throws Exception {
    for (String name :
        List.of("made-time/consolidate-dense-fragments", "old-mixed/sparse-consolidated-by-new")) {
      Stored stored = new Stored(name);
      stored.sweepVacuum(MaintenanceMode.FRAGMENTS, stored.consolidating(MaintenanceMode.COMMITS));
      stored = new Stored(name);
      Stored vacuumed = stored;
      stored.sweepVacuum(
          MaintenanceMode.FRAGMENTS,
          stored.consolidating(MaintenanceMode.COMMITS),
          engine -> vacuumed.vacuum(engine, MaintenanceMode.COMMITS));
    }
  }

  @Test
  @Tag("full")
  void commitsAreVacuumed() throws Exception {
    for (String name :
        List.of(
            "made-time/consolidate-sparse-commits",
            "old-v17/sparse-deletes-commits",
            "old-v12/consolidated-commits")) {
      new Stored(name).sweepVacuum(MaintenanceMode.COMMITS);
    }
  }

  @Test
  void filesOfCommitsThatAreHeldByAnotherOneAreVacuumed() throws Exception {
    for (String name :
        List.of("made-time/consolidate-dense-ignored", "old-v17/sparse-deletes-commits")) {
      Stored stored = new Stored(name);
      stored.sweepVacuum(MaintenanceMode.COMMITS, stored.consolidating(MaintenanceMode.COMMITS));
    }
    Stored stored = new Stored("made-time/consolidate-dense-fragments");
    stored.sweepVacuum(
        MaintenanceMode.COMMITS,
        stored.consolidating(MaintenanceMode.COMMITS),
        engine -> stored.vacuum(engine, MaintenanceMode.FRAGMENTS),
        stored.consolidating(MaintenanceMode.COMMITS));
  }

  @Test
  void footersAreVacuumed() throws Exception {
    for (String name :
        List.of("old-v5/consolidated-fragment-metadata", "old-v9/consolidated-fragment-metadata")) {
      Stored stored = new Stored(name);
      stored.sweepVacuum(
          MaintenanceMode.FRAGMENT_METADATA,
          stored.consolidating(MaintenanceMode.FRAGMENT_METADATA));
    }
  }

  @Test
  void metadataAreVacuumed() throws Exception {
    for (String name : List.of("made-time/metadata-consolidated", "old-v8/metadata-consolidated")) {
      Stored stored = new Stored(name);
      stored.sweepVacuum(MaintenanceMode.ARRAY_METADATA);
      Stored twice = new Stored(name);
      twice.sweepVacuum(
          MaintenanceMode.ARRAY_METADATA, twice.consolidating(MaintenanceMode.ARRAY_METADATA));
    }
  }
}
