package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.storage.LocalDisks;
import io.azulejo.testkit.DiskSweep;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.disk.PowerLoss;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The changes of the crash tests on the store of local files, with nothing left out: the power goes
 * before every operation of the file system, and every operation fails.
 */
class DiskSweepTest {
  static Stream<Method> sweeps() {
    return CrashTests.of(
        WriteCrashTest.class,
        SparseWriteCrashTest.class,
        ChangeCrashTest.class,
        ObjectCrashTest.class,
        ConsolidationCrashTest.class,
        ModesCrashTest.class,
        GarbageCrashTest.class,
        OldArrayCrashTest.class);
  }

  private static void sweepWhole(Scenario scenario, int step) throws Exception {
    if (step > 1) {
      return; // long, and like others that are swept
    }
    int cases =
        new DiskSweep(scenario, LocalDisks::storage).powerLosses(PowerLoss.many(12)).run()
            + new DiskSweep(scenario, LocalDisks::storage).withoutLinks().atMost(20).run();
    assertThat(cases).isPositive();
  }

  @ParameterizedTest
  @MethodSource("sweeps")
  @Tag("slow")
  void everyOperationOfTheFileSystemMayFail(Method test) throws Exception {
    SweptArray.trying(
        DiskSweepTest::sweepWhole,
        () -> {
          CrashTests.run(test);
          return null;
        });
  }

  /** Where a file can be made whole or exclusive, but not both. */
  @Test
  void aFileSystemWithoutLinksLosesNothingEither() throws Exception {
    SweptArray.trying(
        (scenario, step) ->
            assertThat(new DiskSweep(scenario, LocalDisks::storage).withoutLinks().atMost(20).run())
                .isPositive(),
        () -> {
          new WriteCrashTest().anArrayIsCreatedWithEnumerationsAndLabelsOrNot();
          return List.of();
        });
  }
}
