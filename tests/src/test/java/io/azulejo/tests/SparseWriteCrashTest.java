package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.StoredSpillFiles;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment of a write to a sparse array, it reads as before or as
 * after it, and the next write works.
 */
class SparseWriteCrashTest {
  static final ArraySchema SPARSE =
      TestSchemas.of("sparse(x INT32 1..1000/100) a INT32, s STRING_UTF8 var nullable; capacity 8");

  private static final long SMALL_BUDGET = 4096;

  /** More cells than fit into the small budget: they wait in files until they are sorted. */
  private static final Scenario.Act LARGE = sparse(20, WriteRequest.DEFAULT, 901, -4, 100);

  private static WriteRequest globalOrder() {
    return WriteRequest.DEFAULT.layout(Layout.GLOBAL_ORDER);
  }

  /** Cells at every so many-th coordinate, in two batches. */
  static Scenario.Act sparse(long time, WriteRequest request, int first, int step) {
    return sparse(time, request, first, step, 20);
  }

  private static Scenario.Act sparse(
      long time, WriteRequest request, int first, int step, int rows) {
    return engine -> {
      try (ArrayWriter out =
          engine.array(SweptArray.ARRAY).writer(request, ChangeOptions.DEFAULT.at(time))) {
        for (int part = 0; part < 2; part++) {
          ByteBuffer x = ByteBuffer.allocate(rows * 4).order(ByteOrder.LITTLE_ENDIAN);
          for (int row = 0; row < rows; row++) {
            x.putInt(first + step * (part * rows + row));
          }
          List<Column> columns = new ArrayList<>();
          columns.add(new FixedColumn("x", Datatype.INT32, 1, rows, x.array(), null));
          columns.addAll(SweptArray.columns(rows, (int) time * 100 + part * rows));
          out.append(Batch.of(rows, columns));
        }
        out.commit();
      }
    };
  }

  private static Scenario sparseWrite(String name, WriteRequest request, int step) {
    return SweptArray.writing(
        name,
        SPARSE,
        sparse(10, WriteRequest.DEFAULT, 500, 3),
        sparse(20, request, step > 0 ? 1 : 900, step),
        sparse(30, WriteRequest.DEFAULT, 2, 7));
  }

  /** A write whose cells wait in files until they are sorted. */
  private static Scenario largeWrite() {
    return SweptArray.writing(
            "a large write",
            SPARSE.toBuilder().capacity(100).build(),
            sparse(10, WriteRequest.DEFAULT, 500, 3),
            LARGE,
            sparse(30, WriteRequest.DEFAULT, 2, 7))
        .memoryBudget(SMALL_BUDGET);
  }

  @Test
  void aSparseWriteInAnyOrderIsThereOrNot() throws Exception {
    SweptArray.sweep(sparseWrite("unordered", WriteRequest.DEFAULT, -7));
  }

  @Test
  void aSparseWriteThatDoesNotFitIntoMemoryIsThereOrNot() throws Exception {
    FaultStorage asked = new FaultStorage(Storage.inMemory());
    Azulejo.Builder builder = Azulejo.builder().memoryBudget(SMALL_BUDGET).storage("mem", asked);
    try (Azulejo engine = StoredSpillFiles.in(asked, builder).build()) {
      SweptArray.create(SPARSE).with(engine);
      LARGE.with(engine);
    }
    assertThat(asked.history()).anyMatch(o -> o.location().name().startsWith("spill_"));

    SweptArray.sweepThinly(largeWrite(), SweptArray::collect, 9);
  }

  @Test
  void aSparseWriteInGlobalOrderIsThereOrNot() throws Exception {
    SweptArray.sweep(sparseWrite("global order", globalOrder(), 5));
  }

  @Test
  void fragmentsOfOneWriteAreThereTogetherOrNot() throws Exception {
    SweptArray.sweepThinly(
        sparseWrite("three fragments", globalOrder().maxFragmentSize(900), 5),
        SweptArray::collect,
        3);
  }

  @Test
  @Tag("slow")
  void everyOutcomeOfEveryFailureOfASparseWriteIsInOrder() throws Exception {
    for (Scenario scenario :
        List.of(
            sparseWrite("unordered", WriteRequest.DEFAULT, -7),
            largeWrite(),
            sparseWrite("global order", globalOrder(), 5),
            sparseWrite("fragments", globalOrder().maxFragmentSize(900), 5))) {
      SweptArray.sweepWhole(scenario);
    }
  }
}
