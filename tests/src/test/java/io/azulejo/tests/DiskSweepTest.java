package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.storage.LocalDisks;
import io.azulejo.testkit.DiskSweep;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.disk.PowerLoss;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Comparator;
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
  /** The tests that sweep, and need nothing from outside. */
  static Stream<Method> sweeps() {
    return Stream.of(
            WriteCrashTest.class,
            SparseWriteCrashTest.class,
            ChangeCrashTest.class,
            ObjectCrashTest.class,
            ConsolidationCrashTest.class,
            ModesCrashTest.class,
            GarbageCrashTest.class,
            OldArrayCrashTest.class)
        .flatMap(tests -> Stream.of(tests.getDeclaredMethods()))
        .filter(method -> method.isAnnotationPresent(Test.class))
        .filter(method -> !method.isAnnotationPresent(Tag.class) && method.getParameterCount() == 0)
        .sorted(Comparator.comparing(Method::toString));
  }

  private static void run(Method test) throws Exception {
    try {
      var constructor = test.getDeclaringClass().getDeclaredConstructor();
      test.invoke(constructor.newInstance());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    }
  }

  private static void sweepWhole(Scenario scenario) throws Exception {
    int cases =
        new DiskSweep(scenario, LocalDisks::storage).losing(PowerLoss.many(12)).run()
            + new DiskSweep(scenario, LocalDisks::storage).withoutLinks().atMost(20).run();
    assertThat(cases).isPositive();
  }

  @ParameterizedTest
  @MethodSource("sweeps")
  @Tag("slow")
  void everyOperationOfTheFileSystemMayFail(Method test) throws Exception {
    SweptArray.tryingOnDisk(
        DiskSweepTest::sweepWhole,
        () -> {
          run(test);
          return null;
        });
  }

  /** Where a file can be made whole or exclusive, but not both. */
  @Test
  void aFileSystemWithoutLinksLosesNothingEither() throws Exception {
    SweptArray.tryingOnDisk(
        scenario ->
            assertThat(new DiskSweep(scenario, LocalDisks::storage).withoutLinks().atMost(20).run())
                .isPositive(),
        () -> {
          new WriteCrashTest().anArrayIsCreatedWithEnumerationsAndLabelsOrNot();
          return List.of();
        });
  }
}
