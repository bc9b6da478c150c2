package io.azulejo.tests;

import static io.azulejo.tests.SweptArray.ARRAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.OpenOptions;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.Row;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.testkit.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment while an array is changed whose seal is kept up to date:
 * what can be read is read as without a seal, a read that is compared with the seal gives the same,
 * and the seal holds nothing against the array.
 */
class SealCrashTest {
  /** All that can be read, after it was found to be what the seal says. */
  static Object read(Azulejo engine) {
    List<Problem> errors =
        engine.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.sealed()).problems().stream()
            .filter(problem -> problem.severity() == Severity.ERROR)
            .toList();
    assertThat(errors).isEmpty();
    assertThat(cells(engine, OpenOptions.DEFAULT.verified()))
        .isEqualTo(cells(engine, OpenOptions.DEFAULT));
    return SweptArray.read(engine);
  }

  private static List<String> cells(Azulejo engine, OpenOptions options) {
    Array array = engine.open(ARRAY, options);
    List<String> all = new ArrayList<>();
    all.add(array.metadata().toString());
    try (Stream<Row> rows = array.read().rows()) {
      rows.forEach(row -> all.add(row.toString()));
    }
    return all;
  }

  private static Scenario.Act write(long time, int first, int step) {
    return SparseWriteCrashTest.sparse(time, WriteRequest.DEFAULT, first, step);
  }

  private static Scenario changing(String name, Scenario.Act change) {
    return Scenario.of(name, SealCrashTest::read)
        .preparedBy(SweptArray.create(SparseWriteCrashTest.SPARSE))
        .preparedBy(engine -> engine.maintenance(ARRAY).seal(SealRequest.DEFAULT.kept()))
        .preparedBy(write(20, 1, 3))
        .preparedBy(write(30, 100, 2))
        .changedBy(change)
        .ignoringFiles("\\.seal\\.d/")
        .then(write(60, 200, 5));
  }

  private static Scenario writing() {
    return changing("a write", write(40, 50, 4));
  }

  /** The cells, in an order that does not depend on fragments, and how many fragments hold them. */
  private record Cells(List<String> rows, int fragments) {
    static Cells of(Azulejo engine) {
      read(engine);
      return new Cells(
          cells(engine, OpenOptions.DEFAULT).stream().sorted().toList(),
          engine.open(ARRAY).fragments().size());
    }
  }

  private static Scenario consolidating() {
    Cells[] before = new Cells[1];
    return Scenario.of("consolidation and vacuum", Cells::of)
        .preparedBy(
            SweptArray.create(
                SparseWriteCrashTest.SPARSE.toBuilder().allowsDuplicates(true).build()))
        .preparedBy(engine -> engine.maintenance(ARRAY).seal(SealRequest.DEFAULT.kept()))
        .preparedBy(write(20, 1, 3))
        .preparedBy(write(30, 100, 2))
        .preparedBy(engine -> before[0] = Cells.of(engine))
        .changedBy(
            engine -> {
              engine.maintenance(ARRAY).consolidate();
              engine
                  .maintenance(ARRAY)
                  .vacuum(VacuumRequest.DEFAULT.mode(MaintenanceMode.FRAGMENTS));
            })
        .allowingState(found -> ((Cells) found).rows().equals(before[0].rows()))
        .mayLeaveFiles()
        .ignoringFiles("\\.seal\\.d/|[.]vac|__commits|__fragments")
        .then(write(60, 200, 5));
  }

  private static void sweepThinly(Scenario scenario) throws Exception {
    SweptArray.sweepThinly(scenario, SweptArray::collect, 9);
  }

  @Test
  void aWriteIsSealedWheneverItIsThere() throws Exception {
    SweptArray.sweep(writing());
  }

  @Test
  void aDeletionIsSealedWheneverItIsThere() throws Exception {
    SweptArray.sweep(
        changing(
            "a deletion",
            engine ->
                engine
                    .array(ARRAY)
                    .delete(
                        DeleteRequest.where(Condition.parse("x < 40")),
                        ChangeOptions.DEFAULT.at(40))));
  }

  @Test
  void anEvolutionIsSealedWheneverItIsThere() throws Exception {
    SchemaEvolution evolution =
        SchemaEvolution.builder().addAttribute(Attribute.of("b", Datatype.INT8)).build();
    SweptArray.sweep(
        changing(
                "an evolution",
                engine -> engine.array(ARRAY).evolve(evolution, ChangeOptions.DEFAULT.at(40)))
            .then(SweptMetadata::change));
  }

  @Test
  void fragmentsThatAreDeletedAreNotMissed() throws Exception {
    SweptArray.sweep(
        changing(
                "deletion of fragments",
                engine -> engine.array(ARRAY).deleteFragments(TimeRange.between(20, 30)))
            .mayLeaveFiles()
            .ignoringFiles("\\.seal\\.d/|[.]con$|[.]ign$|[.]wrt$"));
  }

  @Test
  void whatIsConsolidatedAndVacuumedIsNotMissed() throws Exception {
    sweepThinly(consolidating());
  }

  @Test
  void aSealIsGatheredWholeOrNotAtAll() throws Exception {
    sweepThinly(
        changing(
            "gathering, and a write",
            engine -> {
              engine.maintenance(ARRAY).seal(SealRequest.DEFAULT.gathered());
              write(40, 50, 4).with(engine);
            }));
  }

  @Test
  void aSealIsReplacedAtomically() throws Exception {
    sweepThinly(
        changing(
            "a seal made anew, and a write",
            engine -> {
              engine.maintenance(ARRAY).seal(SealRequest.DEFAULT.replaced());
              write(40, 50, 4).with(engine);
            }));
  }

  @Test
  @Tag("slow")
  void anyOperationOfAWriteMayFail() throws Exception {
    SweptArray.sweepWhole(writing());
  }

  @Test
  @Tag("slow")
  void anyOperationOfConsolidationAndVacuumMayFail() throws Exception {
    SweptArray.sweepWhole(consolidating());
  }
}
