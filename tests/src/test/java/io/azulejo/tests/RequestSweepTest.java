package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.RequestFault;
import io.azulejo.testkit.RequestSweep;
import io.azulejo.testkit.S3Server;
import io.azulejo.testkit.Scenario;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The changes of the crash tests in an S3 store, all of whose requests go wrong one after the
 * other: what is lost once is not noticed, and what is lost for good changes all or nothing.
 */
@Tag("full")
class RequestSweepTest {
  static Stream<Method> sweeps() {
    return CrashTests.of(
        WriteCrashTest.class,
        SparseWriteCrashTest.class,
        ChangeCrashTest.class,
        ObjectCrashTest.class,
        ConsolidationCrashTest.class,
        ModesCrashTest.class,
        GarbageCrashTest.class,
        SealCrashTest.class,
        RepairCrashTest.class,
        StagedCrashTest.class);
  }

  private static void sweep(Method test, SweptArray.Trial trial) throws Exception {
    SweptArray.trying(
        trial,
        () -> {
          CrashTests.run(test);
          return null;
        });
  }

  /** Takes some of the requests of each change; {@code -Dazulejo.cases=N} more or fewer. */
  private static void sweepWhole(Scenario scenario, int step) throws Exception {
    int requests = Integer.getInteger("azulejo.cases", 12);
    assertThat(new RequestSweep(scenario, S3Server.shared()).atMost(requests).run()).isPositive();
  }

  @ParameterizedTest
  @MethodSource("sweeps")
  @Tag("slow")
  void everyRequestMayFail(Method test) throws Exception {
    sweep(test, RequestSweepTest::sweepWhole);
  }

  @Test
  void aRequestOfAWriteMayFail() throws Exception {
    sweep(
        WriteCrashTest.class.getDeclaredMethod("aDenseWriteOfWholeTilesIsThereOrNot"),
        (scenario, step) ->
            assertThat(new RequestSweep(scenario, S3Server.shared()).atMost(2).run()).isPositive());
  }

  /** What is copied and deleted is answered by bodies, which may hold errors or be cut. */
  @ParameterizedTest
  @ValueSource(strings = {"anArrayIsCopiedOrNot", "anArrayIsRemovedOrNot"})
  void anAnswerMayHoldAnErrorOrBeCut(String test) throws Exception {
    Set<RequestFault> faults =
        Set.of(RequestFault.CUT, RequestFault.ERROR_INSIDE, RequestFault.DONE_BUT_ERROR_INSIDE);
    sweep(
        ObjectCrashTest.class.getDeclaredMethod(test),
        (scenario, step) ->
            assertThat(new RequestSweep(scenario, S3Server.shared()).faults(faults).atMost(4).run())
                .isPositive());
  }
}
