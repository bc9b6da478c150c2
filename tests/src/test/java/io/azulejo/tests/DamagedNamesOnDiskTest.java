package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.CorruptDataException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.StoredFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists with bytes that no file system takes in a name are damaged lists, not bad requests. */
class DamagedNamesOnDiskTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 0x80, 0xff, '/', '\n'})
  void aListOfCommitsWithBytesThatNoNameHasIsDamaged(int value) {
    Storage storage = Storage.local();
    Location array = Location.of(folder.resolve("array"));
    MemoryCopy.of(
        CorpusFolder.bundledSelection().path().resolve("made-time/fragments-dense/array"),
        storage,
        array);
    try (Azulejo azulejo = Azulejo.builder().build()) {
      azulejo
          .maintenance(array)
          .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.COMMITS));
      azulejo.maintenance(array).vacuum(VacuumRequest.DEFAULT.mode(MaintenanceMode.COMMITS));
      Location list =
          StoredFiles.below(storage, array).stream()
              .filter(file -> file.name().endsWith(".con"))
              .findFirst()
              .orElseThrow();
      byte[] bytes = StoredFiles.content(storage, list);
      for (int i = 30; i < 38; i++) {
        bytes[i] = (byte) value;
      }
      storage.delete(list);
      storage.createExclusive(list, bytes);

      isRefused(list, () -> azulejo.open(array));
      isRefused(
          list, () -> azulejo.maintenance(array).gc(GcRequest.DEFAULT.olderThan(Duration.ZERO)));
      for (MaintenanceMode mode : List.of(MaintenanceMode.FRAGMENTS, MaintenanceMode.COMMITS)) {
        VacuumRequest vacuum = VacuumRequest.DEFAULT.mode(mode);
        isRefused(list, () -> azulejo.maintenance(array).vacuum(vacuum));
      }
      assertThat(azulejo.maintenance(array).repair(RepairRequest.DEFAULT.dryRun()).remaining())
          .extracting(Problem::location)
          .contains(list);
      VerifyReport report = azulejo.maintenance(array).verify();
      assertThat(report.problems())
          .filteredOn(problem -> problem.location().equals(list))
          .singleElement()
          .satisfies(problem -> assertThat(problem.field().orElse("")).startsWith("line "));
      assertThat(report.files().known()).isGreaterThan(5);
    }
  }

  private static void isRefused(Location list, ThrowingCallable act) {
    assertThatThrownBy(act)
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(list.toString())
        .hasMessageContaining("line ");
  }
}
