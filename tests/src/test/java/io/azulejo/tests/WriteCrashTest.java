package io.azulejo.tests;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.MissingCells;
import io.azulejo.query.Row;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.storage.Location;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment when an array is created or a dense one written, it reads
 * as before or as after it, and the next write works.
 */
class WriteCrashTest {
  private static final ArraySchema DENSE =
      TestSchemas.of("dense(x INT32 1..8/4, y INT32 1..6/3) a INT32, s STRING_UTF8 var nullable");

  private static final ArraySchema WITH_MANY_FILES =
      DENSE.toBuilder()
          .attribute(Attribute.builder("color", Datatype.UINT8).enumeration("colors").build())
          .enumeration(Enumeration.ofStrings("colors", false, List.of("red", "green")))
          .label(DimensionLabel.of(0, "depth", DataOrder.INCREASING, Datatype.FLOAT64))
          .label(DimensionLabel.of(1, "name", DataOrder.DECREASING, Datatype.STRING_ASCII))
          .build();

  private static Scenario.Act dense(long time, int x1, int x2, int y1, int y2) {
    int rows = (x2 - x1 + 1) * (y2 - y1 + 1);
    WriteRequest request = WriteRequest.DEFAULT.subarray(Subarray.of("x", x1, x2).and("y", y1, y2));
    return engine -> {
      TestArrays.write(
          engine.array(SweptArray.ARRAY),
          request,
          ChangeOptions.DEFAULT.at(time),
          Batch.of(rows, SweptArray.columns(rows, (int) time * 100)));
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

  /** Cells on the diagonal, in tiles that are two boxes. */
  private static Scenario.Act scattered(long time) {
    WriteRequest request = WriteRequest.DEFAULT.missing(MissingCells.KEPT);
    return engine -> {
      try (ArrayWriter out =
          engine.array(SweptArray.ARRAY).writer(request, ChangeOptions.DEFAULT.at(time))) {
        for (int part = 0; part < 2; part++) {
          long[] places = part == 0 ? new long[] {6, 5} : new long[] {1, 3, 2};
          List<Column> columns = new ArrayList<>();
          columns.add(Column.of("x", Datatype.INT32, places));
          columns.add(Column.of("y", Datatype.INT32, places));
          columns.addAll(SweptArray.columns(places.length, (int) time * 100 + part));
          out.append(Batch.of(places.length, columns));
        }
        out.commit();
      }
    };
  }

  private static Scenario scatteredWrite() {
    return SweptArray.writing(
        "scattered write", DENSE, dense(10, 1, 8, 1, 6), scattered(20), dense(30, 3, 6, 2, 3));
  }

  @Test
  void cellsInAnyOrderAreAllThereOrNot() throws Exception {
    SweptArray.sweepThinly(scatteredWrite(), SweptArray::collect, 3);
  }

  @Test
  @Tag("slow")
  void everyOutcomeOfEveryFailureOfADenseWriteIsInOrder() throws Exception {
    for (Scenario scenario :
        List.of(denseWrite(5, 8, 1, 3), denseWrite(2, 7, 2, 5), scatteredWrite())) {
      SweptArray.sweepWhole(scenario);
    }
  }

  private static final Location DEPTH = SweptArray.ARRAY.resolve("__labels/l0");

  /** Writes the labels of x from a value on. */
  private static Scenario.Act labels(long time, double first) {
    return engine -> {
      ByteBuffer labels = ByteBuffer.allocate(8 * 8).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < 8; i++) {
        labels.putDouble(first + i);
      }
      ArraySchema schema = engine.open(DEPTH).schema();
      String label = schema.attributes().get(0).name();
      WriteRequest request =
          WriteRequest.DEFAULT.subarray(Subarray.of(schema.dimensions().get(0).name(), 1, 8));
      TestArrays.write(
          engine.array(DEPTH),
          request,
          ChangeOptions.DEFAULT.at(time),
          Batch.of(
              8, List.of(new FixedColumn(label, Datatype.FLOAT64, 1, 8, labels.array(), null))));
    };
  }

  private static Object readLabels(Azulejo engine) {
    try (Stream<Row> rows = engine.open(DEPTH).read().rows()) {
      return List.of(SweptArray.read(engine), rows.map(Row::toString).toList());
    }
  }

  @Test
  void labelsAreThereOrNot() throws Exception {
    SweptArray.sweep(
        Scenario.of("labels", WriteCrashTest::readLabels)
            .preparedBy(SweptArray.create(WITH_MANY_FILES))
            .preparedBy(labels(20, 0.5))
            .changedBy(labels(30, 7))
            .then(labels(40, -3)));
  }

  private static Scenario creating(ArraySchema schema) {
    return Scenario.of("create", SweptArray::read)
        .changedBy(engine -> engine.create(SweptArray.ARRAY, schema, CreateOptions.DEFAULT.at(10)))
        .then(engine -> createIfMissing(engine, schema));
  }

  private static void createIfMissing(Azulejo engine, ArraySchema schema) {
    try {
      engine.create(SweptArray.ARRAY, schema, CreateOptions.DEFAULT.at(20));
    } catch (AlreadyExistsException e) {
      // It came with the change.
    }
  }

  @Test
  void anArrayIsCreatedOrNot() throws Exception {
    SweptArray.sweep(creating(DENSE));
  }

  @Test
  void anArrayIsCreatedWithEnumerationsAndLabelsOrNot() throws Exception {
    SweptArray.sweep(creating(WITH_MANY_FILES));
  }
}
