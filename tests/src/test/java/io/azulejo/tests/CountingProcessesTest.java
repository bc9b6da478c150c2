package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.storage.Location;
import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that count in one cell at once, one of which is killed, and others that consolidate and
 * vacuum: the cell has counted each commit that was acknowledged.
 */
@Tag("full")
class CountingProcessesTest {
  private static final int COUNTING = 3;

  @TempDir Path folder;

  @Test
  void threeCountForSeconds() throws Exception {
    countAtOnce(Location.of(folder.resolve("array")), Map.of(), 5, false);
  }

  @Test
  void threeCountAndDeleteForSeconds() throws Exception {
    countAtOnce(Location.of(folder.resolve("array")), Map.of(), 5, true);
  }

  @Test
  void threeCountThroughS3ForSeconds() throws Exception {
    throughS3(5, true);
  }

  @Test
  @Tag("slow")
  void threeCountForTenMinutes() throws Exception {
    countAtOnce(Location.of(folder.resolve("array")), Map.of(), 600, true);
  }

  @Test
  @Tag("slow")
  void threeCountThroughS3ForTenMinutes() throws Exception {
    throughS3(600, false);
  }

  private void throughS3(int seconds, boolean deletes) throws Exception {
    S3Server server = S3Server.shared();
    countAtOnce(
        Location.of("s3://" + server.newBucket() + "/array"),
        S3Server.settings(server.endpoint()),
        seconds,
        deletes);
  }

  private void countAtOnce(
      Location array, Map<String, String> settings, int seconds, boolean deletes) throws Exception {
    CountedCell cell = new CountedCell(array, deletes);
    try (Azulejo engine = Azulejo.builder().config(settings).build();
        WorkingProcesses processes = new WorkingProcesses(folder, array, settings, seconds)) {
      cell.create(engine);
      processes.count(COUNTING, deletes);
      processes.maintain("consolidate");
      processes.maintain("vacuum");
      while (processes.areWorking()) {
        if (processes.areEnding()) {
          processes.kill(1);
        }
        processes.waitFor(1);
      }
      processes.requireSuccess(1);
      int counted = said("counted ");
      assertThat(counted).isPositive();
      // Who was killed may have committed without saying so.
      assertThat(cell.value(engine)).isBetween(counted, counted + said("unknown ") + 1);
      System.out.printf(
          "counting: %,d commits, %,d conflicts, %,d unknown%n",
          counted, said("conflict "), said("unknown "));
      assertThat(engine.maintenance(array).verify(VerifyRequest.DEFAULT.deep()).isSound()).isTrue();
    }
  }

  private int said(String word) throws IOException {
    int times = 0;
    for (int number = 0; number < COUNTING; number++) {
      times += ReadingProcess.said(folder, number, word);
    }
    return times;
  }
}
