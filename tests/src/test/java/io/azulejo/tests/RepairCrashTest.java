package io.azulejo.tests;

import static io.azulejo.tests.SweptArray.ARRAY;

import io.azulejo.Azulejo;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.StoredFiles;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whatever goes wrong while something is mended: what was whole is read, and nothing is lost. */
class RepairCrashTest {
  private static void brokenFragment(Azulejo engine) {
    Storage store = engine.storage(ARRAY);
    RepairTest.damage(store, RepairTest.file(store, "__20_20_", "a0.tdb"));
    store.createExclusive(ARRAY.resolve(RepairTest.ORPHAN), new byte[3]);
  }

  /** How many fragments there are, whatever is broken, and the files of all but those. */
  private static Object fragments(Azulejo engine) {
    return engine.open(ARRAY).fragments().stream()
        .map(fragment -> fragment.times().toString())
        .toList();
  }

  @Test
  void aQuarantineMayEndAtAnyMoment() throws Exception {
    Scenario scenario =
        Scenario.of("quarantine", RepairCrashTest::fragments)
            .preparedBy(SweptArray.create(RepairTest.SCHEMA))
            .preparedBy(RepairTest.writing(20, 1))
            .preparedBy(RepairTest.writing(30, 20))
            .preparedBy(RepairCrashTest::brokenFragment)
            .changedBy(
                engine -> engine.maintenance(ARRAY).repair(RepairTest.NOW.brokenQuarantined()))
            .then(engine -> engine.maintenance(ARRAY).repair(RepairTest.NOW.brokenQuarantined()))
            .allowingState(read -> read.toString().contains("start=30"))
            .ignoringFiles("\\.quarantine/|__7_7_")
            .mayLeaveFiles();
    SweptArray.sweepThinly(scenario, SweptArray::collect, 9);
  }

  private static void brokenFooter(Azulejo engine) {
    engine
        .maintenance(ARRAY)
        .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA));
    Storage store = engine.storage(ARRAY);
    Location metadata = RepairTest.file(store, "__20_20_", "__fragment_metadata.tdb");
    byte[] whole = StoredFiles.content(store, metadata);
    store.delete(metadata);
    store.createExclusive(metadata, Arrays.copyOf(whole, whole.length - 5));
  }

  /** What is read of an array without damage. */
  private static Object wholeCells(Azulejo engine) {
    VerifyReport report = engine.maintenance(ARRAY).verify();
    return report.problems().stream().anyMatch(p -> p.severity() == Severity.ERROR)
        ? "a fragment is damaged"
        : SweptArray.read(engine);
  }

  @Test
  void theRestorationOfAFooterMayEndAtAnyMoment() throws Exception {
    Scenario scenario =
        Scenario.of("restore a footer", RepairCrashTest::wholeCells)
            .preparedBy(SweptArray.create(RepairTest.SCHEMA))
            .preparedBy(RepairTest.writing(20, 1))
            .preparedBy(RepairTest.writing(30, 20))
            .preparedBy(RepairCrashTest::brokenFooter)
            .changedBy(engine -> engine.maintenance(ARRAY).repair(RepairTest.NOW))
            .then(engine -> engine.maintenance(ARRAY).repair(RepairTest.NOW))
            .allowingState(read -> read instanceof List)
            .ignoringFiles("\\.quarantine/|/__fragments/[^/]+/\\.[0-9a-f]{16}\\.tmp")
            .mayLeaveFiles();
    SweptArray.sweep(scenario);
  }
}
