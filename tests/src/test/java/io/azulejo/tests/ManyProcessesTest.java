package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that append to one local array at once, some of which are killed, and others that
 * consolidate and vacuum it: whenever somebody reads it, every write that was acknowledged before
 * is there, each once, and of all others all cells or none.
 */
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
    maintainAtOnce(5, true);
  }

  @Test
  @Tag("slow")
  void appendConsolidateAndVacuumAtOnceForAMinute() throws Exception {
    maintainAtOnce(60, true);
  }

  @Test
  @Tag("slow")
  void appendConsolidateAndVacuumWithoutDuplicatesForAMinute() throws Exception {
    maintainAtOnce(60, false);
  }

  private void appendAtOnce(int seconds) throws Exception {
    try (Azulejo engine = Azulejo.create();
        WorkingProcesses processes = new WorkingProcesses(folder, seconds)) {
      engine.create(processes.array(), WorkingProcesses.schema(true));
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

  private void maintainAtOnce(int seconds, boolean duplicates) throws Exception {
    try (Azulejo engine = Azulejo.create();
        WorkingProcesses processes = new WorkingProcesses(folder, seconds)) {
      engine.create(processes.array(), WorkingProcesses.schema(duplicates));
      processes.append(3);
      processes.maintain("consolidate");
      processes.maintain("consolidate");
      processes.maintain("vacuum");
      processes.maintain("vacuum");
      processes.read();
      processes.read();
      while (processes.areWorking()) {
        if (processes.areEnding()) {
          processes.kill(1);
        }
        processes.waitFor(1);
      }
      processes.requireSuccess(1);
      assertThat(processes.maintained()).isPositive();
      processes.check(engine);
      VerifyReport verified =
          engine.maintenance().verify(processes.array(), VerifyRequest.DEFAULT.deep());
      assertThat(verified.isSound()).as("%s", verified.problems()).isTrue();
    }
  }
}
