package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.storage.Location;
import io.azulejo.testkit.S3Server;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that append to one array at once, some of which are killed, and others that consolidate
 * and vacuum it: whenever somebody reads it, every write that was acknowledged before is there,
 * each once, and of all others all cells or none.
 */
@Tag("full")
class ManyProcessesTest {
  private static final int APPENDING = 8;
  private static final int KILLED = 2;

  @TempDir Path folder;

  @Test
  void appendAtOnceForSeconds() throws Exception {
    appendAtOnce(3);
  }

  @Test
  @Tag("slow")
  void appendAtOnceForAMinute() throws Exception {
    appendAtOnce(60);
  }

  @Test
  void appendConsolidateAndVacuumAtOnceForSeconds() throws Exception {
    maintainAtOnce(local(), 5, true, new Crew(3, 2, 2));
  }

  @Test
  @Tag("slow")
  void appendConsolidateAndVacuumAtOnceForAMinute() throws Exception {
    maintainAtOnce(local(), 60, true, new Crew(3, 2, 2));
  }

  @Test
  @Tag("slow")
  void appendConsolidateAndVacuumWithoutDuplicatesForAMinute() throws Exception {
    maintainAtOnce(local(), 60, false, new Crew(3, 2, 2));
  }

  @Test
  void appendConsolidateAndVacuumThroughS3ForSeconds() throws Exception {
    maintainAtOnce(onS3(), 4, true, new Crew(2, 1, 0));
  }

  @Test
  @Tag("slow")
  void appendConsolidateAndVacuumThroughS3ForAMinute() throws Exception {
    maintainAtOnce(onS3(), 60, true, new Crew(8, 2, 1));
  }

  @Test
  @Tag("slow")
  void appendConsolidateAndVacuumThroughS3WithoutDuplicatesForAMinute() throws Exception {
    maintainAtOnce(onS3(), 60, false, new Crew(8, 2, 1));
  }

  /** An array, and the settings with which an engine reaches it. */
  private record Place(Location array, Map<String, String> settings) {}

  /** How many processes append, consolidate and vacuum (so many each), and read. */
  private record Crew(int appending, int maintaining, int reading) {}

  private Place local() {
    return new Place(Location.of(folder.resolve("array")), Map.of());
  }

  private static Place onS3() {
    S3Server server = S3Server.shared();
    return new Place(
        Location.of("s3://" + server.newBucket() + "/array"), S3Server.settings(server.endpoint()));
  }

  private void appendAtOnce(int seconds) throws Exception {
    Place place = local();
    try (Azulejo engine = Azulejo.create();
        WorkingProcesses processes =
            new WorkingProcesses(folder, place.array(), place.settings(), seconds)) {
      engine.create(place.array(), WorkingProcesses.schema(true));
      processes.append(APPENDING);
      while (processes.areWorking()) {
        processes.check(engine);
        if (processes.areEnding()) {
          processes.kill(KILLED);
        }
        processes.waitFor(KILLED);
      }
      processes.requireSuccess(KILLED);
      processes.check(engine);
    }
  }

  private void maintainAtOnce(Place place, int seconds, boolean duplicates, Crew crew)
      throws Exception {
    try (Azulejo engine = Azulejo.builder().config(place.settings()).build();
        WorkingProcesses processes =
            new WorkingProcesses(folder, place.array(), place.settings(), seconds)) {
      engine.create(place.array(), WorkingProcesses.schema(duplicates));
      processes.append(crew.appending());
      for (int i = 0; i < crew.maintaining(); i++) {
        processes.maintain("consolidate");
        processes.maintain("vacuum");
      }
      for (int i = 0; i < crew.reading(); i++) {
        processes.read();
      }
      while (processes.areWorking()) {
        if (processes.areEnding()) {
          processes.kill(1);
        }
        processes.waitFor(1);
      }
      processes.requireSuccess(1);
      assertThat(processes.maintained()).isPositive();
      if (crew.reading() > 1) {
        assertThat(processes.tokensRead()).isPositive();
      }
      processes.check(engine);
      VerifyReport verified =
          engine.maintenance(place.array()).verify(VerifyRequest.DEFAULT.deep());
      assertThat(verified.isSound()).as("%s", verified.problems()).isTrue();
    }
  }
}
