package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.query.Batch;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.testkit.CrashSweep;
import io.azulejo.testkit.ErrorSweep;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.Survival;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment when an array is created or a dense one written, it reads
 * as before or as after it, and the next write works.
 */
class WriteCrashTest {
  private static final ArraySchema DENSE =
      ArraySchema.dense()
          .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 8), 4))
          .dimension(Dimension.of("y", Datatype.INT32, Range.of(1, 6), 3))
          .attribute(Attribute.builder("a", Datatype.INT32).build())
          .attribute(Attribute.builder("s", Datatype.STRING_UTF8).var().nullable().build())
          .build();

  private static final ArraySchema WITH_MANY_FILES =
      DENSE.toBuilder()
          .attribute(Attribute.builder("color", Datatype.UINT8).enumeration("colors").build())
          .enumeration(Enumeration.ofStrings("colors", false, List.of("red", "green")))
          .label(DimensionLabel.of(0, "depth", DataOrder.INCREASING, Datatype.FLOAT64))
          .label(DimensionLabel.of(1, "name", DataOrder.DECREASING, Datatype.STRING_ASCII))
          .build();

  private static Scenario.Act dense(long time, int x1, int x2, int y1, int y2) {
    int rows = (x2 - x1 + 1) * (y2 - y1 + 1);
    WriteRequest request =
        WriteRequest.builder()
            .subarray(Subarray.builder().range("x", x1, x2).range("y", y1, y2).build())
            .build();
    return engine -> {
      try (ArrayWriter out =
          engine.write(SweptArray.ARRAY, request, ChangeOptions.DEFAULT.at(time))) {
        out.append(Batch.of(rows, SweptArray.columns(rows, (int) time * 100)));
        out.commit();
      }
    };
  }

  private static Scenario denseWrite(int x1, int x2, int y1, int y2) {
    return SweptArray.writing(
        "dense write of x %d to %d, y %d to %d".formatted(x1, x2, y1, y2),
        DENSE,
        dense(10, 1, 8, 1, 6),
        dense(20, x1, x2, y1, y2),
        dense(30, 3, 6, 2, 3));
  }

  @Test
  void aDenseWriteOfWholeTilesIsThereOrNot() throws Exception {
    SweptArray.sweep(denseWrite(5, 8, 1, 3));
  }

  @Test
  void aDenseWriteOfPartsOfTilesIsThereOrNot() throws Exception {
    SweptArray.sweep(denseWrite(2, 7, 2, 5));
  }

  @Test
  @Tag("slow")
  void everyOutcomeOfEveryFailureOfADenseWriteIsInOrder() throws Exception {
    for (Scenario scenario : List.of(denseWrite(5, 8, 1, 3), denseWrite(2, 7, 2, 5))) {
      assertThat(new CrashSweep(scenario).surviving(Survival.many(40)).run()).isPositive();
      assertThat(new ErrorSweep(scenario).run()).isPositive();
    }
  }

  private static Scenario creating(ArraySchema schema) {
    return Scenario.of("create", SweptArray::read)
        .changedBy(engine -> engine.create(SweptArray.ARRAY, schema, ChangeOptions.DEFAULT.at(10)))
        .then(engine -> createIfMissing(engine, schema));
  }

  private static void createIfMissing(Azulejo engine, ArraySchema schema) {
    try {
      engine.create(SweptArray.ARRAY, schema, ChangeOptions.DEFAULT.at(20));
    } catch (AlreadyExistsException e) {
      // It came with the change.
    }
  }

  @Test
  void anArrayIsCreatedOrNot() throws Exception {
    assertThat(new CrashSweep(creating(DENSE)).run()).isPositive();
    assertThat(new ErrorSweep(creating(DENSE)).run()).isPositive();
  }

  @Test
  void anArrayIsCreatedWithEnumerationsAndLabelsOrNot() throws Exception {
    assertThat(new CrashSweep(creating(WITH_MANY_FILES)).run()).isPositive();
    assertThat(new ErrorSweep(creating(WITH_MANY_FILES)).run()).isPositive();
  }
}
