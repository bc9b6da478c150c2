package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lack of memory says nothing about the bytes of an array. */
class LowMemoryTest {
  private static final Location ARRAY = Location.of("mem://arrays/wide");
  private static final int CELLS = 3_000_000;

  private final Storage storage = Storage.inMemory();

  private Azulejo engine(long memory) {
    return Azulejo.builder().storage("mem", storage).memoryBudget(memory).build();
  }

  @BeforeEach
  void writeOneTile() {
    try (Azulejo azulejo = engine(256 << 20)) {
      azulejo.create(ARRAY, TestSchemas.of("dense(x INT32 1..%s/%s) a FLOAT64", CELLS, CELLS));
      azulejo
          .array(ARRAY)
          .append(
              Batch.of(
                  CELLS,
                  List.of(
                      new FixedColumn(
                          "a", Datatype.FLOAT64, 1, CELLS, new byte[8 * CELLS], null))));
    }
  }

  @Test
  void aTileTooLargeForMemoryIsReportedAsUnchecked() {
    try (Azulejo azulejo = engine(1 << 20)) {
      VerifyReport report = azulejo.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep());

      assertThat(report.isSound()).isFalse();
      assertThat(report.problems()).hasSize(1);
      Problem problem = report.problems().get(0);
      assertThat(problem.kind()).isEqualTo(Problem.Kind.NOT_CHECKED);
      assertThat(problem.isDamage()).isFalse();
      assertThat(problem.what()).contains("more than the budget of 1048576");
      assertThat(problem.consequence())
          .isEqualTo("unknown, because it was not checked and may be intact");
      assertThat(problem.remedy()).isEqualTo("verify again with more memory or the right key");
    }
  }

  @Test
  void repairDoesNotQuarantineUncheckedFragments() {
    Set<String> before = StoredFiles.paths(storage);
    RepairRequest broken = RepairRequest.DEFAULT.deep().brokenQuarantined();
    try (Azulejo azulejo = engine(1 << 20)) {
      for (RepairRequest request : List.of(broken, broken.dryRun())) {
        assertThatThrownBy(() -> azulejo.maintenance(ARRAY).repair(request))
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("more than the budget of 1048576");
      }
    }
    assertThat(StoredFiles.paths(storage)).isEqualTo(before);
    try (Azulejo azulejo = engine(256 << 20)) {
      assertThat(azulejo.maintenance(ARRAY).repair(broken).actions()).isEmpty();
    }
  }
}
