package io.azulejo.tests;

import static io.azulejo.tests.SweptArray.ARRAY;

import io.azulejo.Azulejo;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Scenario;
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
                engine -> engine.maintenance().repair(ARRAY, RepairTest.NOW.brokenQuarantined()))
            .then(engine -> engine.maintenance().repair(ARRAY, RepairTest.NOW.brokenQuarantined()))
            .orReadingAs(read -> read.toString().contains("start=30"))
            .anyNumberOf("\\.quarantine/|__7_7_")
            .mayLeaveFiles();
    SweptArray.sweepThinly(scenario, SweptArray::collect, 9);
  }
}
