package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.storage.Location;
import io.azulejo.testkit.S3Server;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that commit the same jobs at the same time, one of which is killed, and others that
 * consolidate and vacuum: each job that was acknowledged is there, once, with all of its parts.
 */
@Tag("full")
class StagingProcessesTest {
  private static final int STAGING = 3;

  @TempDir Path folder;

  @Test
  void twoCommitTheSameJobs() throws Exception {
    commitAtOnce(Location.of(folder.resolve("array")), Map.of(), 3, 0);
  }

  @Test
  @Tag("slow")
  void twoCommitTheSameJobsWhileOthersConsolidateAndVacuum() throws Exception {
    commitAtOnce(Location.of(folder.resolve("array")), Map.of(), 40, 1);
  }

  @Test
  @Tag("slow")
  void twoCommitTheSameJobsThroughS3() throws Exception {
    S3Server server = S3Server.shared();
    commitAtOnce(
        Location.of("s3://" + server.newBucket() + "/array"),
        S3Server.settings(server.endpoint()),
        40,
        1);
  }

  private void commitAtOnce(
      Location array, Map<String, String> settings, int seconds, int maintaining) throws Exception {
    try (Azulejo engine = Azulejo.builder().config(settings).build();
        WorkingProcesses processes = new WorkingProcesses(folder, array, settings, seconds)) {
      engine.create(array, WorkingProcesses.schema(false));
      processes.stage(STAGING);
      for (int i = 0; i < maintaining; i++) {
        processes.maintain("consolidate");
        processes.maintain("vacuum");
      }
      while (processes.areWorking()) {
        if (processes.areEnding()) {
          processes.kill(1);
        }
        processes.waitFor(1);
      }
      check(engine, array);
      processes.requireSuccess(1);
      assertThat(engine.maintenance(array).verify(VerifyRequest.DEFAULT.deep()).isSound()).isTrue();
    }
  }

  private void check(Azulejo engine, Location array) throws Exception {
    Map<Long, List<Long>> processOfJob = new HashMap<>();
    StagedCells.read(engine, array)
        .forEach(
            (x, job) -> {
              long within = x % StagingProcess.COORDINATES;
              assertThat(within / 2).isEqualTo((long) job);
              processOfJob
                  .computeIfAbsent((long) job, j -> new ArrayList<>())
                  .add(x / StagingProcess.COORDINATES);
            });
    processOfJob.forEach(
        (job, processes) ->
            assertThat(processes)
                .as("who committed the two parts of job %d", job)
                .hasSize(2)
                .matches(both -> both.get(0).equals(both.get(1))));
    int won = 0;
    for (int number = 0; number < STAGING; number++) {
      assertThat(processOfJob.size())
          .isGreaterThanOrEqualTo(ReadingProcess.said(folder, number, "ack "));
      won += ReadingProcess.said(folder, number, "won ");
    }
    // Who was killed may have won without saying so.
    assertThat(won).isBetween(processOfJob.size() - 1, processOfJob.size());
    assertThat(won).isPositive();
  }
}
