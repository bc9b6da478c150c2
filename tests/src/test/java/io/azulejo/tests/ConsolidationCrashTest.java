package io.azulejo.tests;

import static io.azulejo.tests.SweptArray.ARRAY;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Condition;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment while fragments are merged: the same cells are read, and
 * nothing is in the way of what is done next.
 */
class ConsolidationCrashTest {
  private static final ArraySchema DENSE =
      TestSchemas.of("dense(x INT32 1..100/10) a INT32, s STRING_UTF8 var nullable");

  /** What is read: cells, and which fragments hold them. */
  private record Content(Object cells, List<String> fragments) {
    static Content of(Azulejo engine) {
      Array array = engine.open(ARRAY);
      return new Content(
          SweptArray.read(engine),
          array.fragments().stream().map(FragmentInfo::times).map(Object::toString).toList());
    }
  }

  private static Scenario.Act dense(long time, int from, int rows) {
    return engine -> {
      WriteRequest request = WriteRequest.DEFAULT.subarray(Subarray.of("x", from, from + rows - 1));
      TestArrays.write(
          engine.array(ARRAY),
          request,
          ChangeOptions.DEFAULT.at(time),
          Batch.of(rows, SweptArray.columns(rows, (int) time * 100)));
    };
  }

  private static Scenario.Act sparse(long time, int first, int step) {
    return SparseWriteCrashTest.sparse(time, WriteRequest.DEFAULT, first, step);
  }

  private static Scenario.Act merging(ConsolidationRequest request) {
    return engine -> engine.maintenance(ARRAY).consolidate(request);
  }

  private static ConsolidationRequest all() {
    return ConsolidationRequest.DEFAULT;
  }

  /** Until what was replaced is said, the merged fragment is there beside the others. */
  private static Scenario scenario(
      String name, ArraySchema schema, List<Scenario.Act> writes, Scenario.Act change)
      throws Exception {
    Scenario scenario =
        Scenario.of(name, Content::of).preparedBy(SweptArray.create(schema)).changedBy(change);
    writes.subList(0, writes.size() - 1).forEach(scenario::preparedBy);
    Storage before = Storage.inMemory();
    try (Azulejo engine = Azulejo.builder().storage("mem", before).build()) {
      SweptArray.create(schema).with(engine);
      for (Scenario.Act write : writes.subList(0, writes.size() - 1)) {
        write.with(engine);
      }
      Object cells = Content.of(engine).cells();
      change.with(engine);
      // In another order, where cells with the same coordinates may stand in any.
      Object merged = Content.of(engine).cells();
      return scenario
          .allowingState(found -> List.of(cells, merged).contains(((Content) found).cells()))
          .then(writes.get(writes.size() - 1));
    }
  }

  private static Scenario ofDense() throws Exception {
    return scenario(
        "dense",
        DENSE,
        List.of(dense(10, 1, 25), dense(20, 12, 30), dense(30, 5, 20), dense(40, 3, 4)),
        merging(all()));
  }

  private static Scenario ofDenseParts() throws Exception {
    return scenario(
        "dense, in several fragments",
        DENSE,
        List.of(dense(10, 1, 25), dense(20, 12, 30), dense(40, 3, 4)),
        merging(all().maxFragmentSize(400)));
  }

  private static Scenario ofSparse() throws Exception {
    return scenario(
        "sparse",
        SparseWriteCrashTest.SPARSE,
        List.of(
            sparse(10, 500, 3),
            sparse(20, 500, 6),
            engine -> engine.array(ARRAY).delete(Condition.parse("a < 1010")),
            sparse(30, 2, 7),
            sparse(40, 1, 1)),
        merging(all()));
  }

  private static Scenario ofSparseSteps() throws Exception {
    return scenario(
        "sparse, in steps",
        SparseWriteCrashTest.SPARSE,
        List.of(sparse(10, 500, 3), sparse(20, 500, 6), sparse(30, 2, 7), sparse(40, 1, 1)),
        merging(all().minFragments(2).maxFragments(2)));
  }

  private static Scenario ofDuplicates(long size) throws Exception {
    return scenario(
            "sparse with duplicates",
            SparseWriteCrashTest.SPARSE.toBuilder().allowsDuplicates(true).build(),
            List.of(sparse(10, 500, 3), sparse(20, 500, 6), sparse(30, 2, 7), sparse(40, 1, 1)),
            merging(all().maxFragmentSize(size)))
        // Where the pending one is there, the final vacuum file may be missing.
        .ignoringFiles("[.]vac$");
  }

  private static void sweep(Scenario scenario, int step) throws Exception {
    SweptArray.sweepThinly(scenario, SweptArray::collect, step);
  }

  @Test
  void denseFragmentsAreMergedOrNot() throws Exception {
    sweep(ofDense(), 3);
  }

  @Test
  void denseFragmentsBecomeSeveralOrStay() throws Exception {
    sweep(ofDenseParts(), 5);
  }

  @Test
  void sparseFragmentsAreMergedOrNot() throws Exception {
    sweep(ofSparse(), 3);
  }

  @Test
  void eachStepIsDoneOrNot() throws Exception {
    sweep(ofSparseSteps(), 7);
  }

  @Test
  void cellsThatMayComeTwiceNeverComeTwiceAsOften() throws Exception {
    sweep(ofDuplicates(Long.MAX_VALUE), 1);
    sweep(ofDuplicates(900), 5);
  }

  @Test
  @Tag("slow")
  void everyFailureLeavesAValidArray() throws Exception {
    for (Scenario scenario :
        List.of(
            ofDense(),
            ofDenseParts(),
            ofSparse(),
            ofSparseSteps(),
            ofDuplicates(Long.MAX_VALUE),
            ofDuplicates(900))) {
      SweptArray.sweepWhole(scenario);
    }
  }
}
