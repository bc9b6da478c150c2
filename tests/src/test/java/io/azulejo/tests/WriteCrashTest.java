package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CrashSweep;
import io.azulejo.testkit.ErrorSweep;
import io.azulejo.testkit.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment of a write, the array reads as before or as after it, and
 * the next write works.
 */
class WriteCrashTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");

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

  /** All that can be read of an array. */
  private static Object read(Azulejo engine) {
    Array array = engine.open(ARRAY);
    List<String> all = new ArrayList<>();
    all.add(array.schema().attributes().toString());
    for (String enumeration : array.schema().enumerationFiles().keySet()) {
      all.add(array.enumeration(enumeration).toString());
    }
    for (DimensionLabel label : array.schema().labels()) {
      all.add(engine.open(ARRAY.resolve(label.uri())).schema().attributes().toString());
    }
    all.add(array.metadata().toString());
    try (Stream<Row> rows = array.rows(ReadRequest.all())) {
      rows.forEach(row -> all.add(row.toString()));
    }
    return all;
  }

  private static Scenario creating(ArraySchema schema) {
    return Scenario.of("create", WriteCrashTest::read)
        .changedBy(engine -> engine.create(ARRAY, schema, ChangeOptions.DEFAULT.at(10)))
        .then(engine -> createIfMissing(engine, schema));
  }

  private static void createIfMissing(Azulejo engine, ArraySchema schema) {
    try {
      engine.create(ARRAY, schema, ChangeOptions.DEFAULT.at(20));
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
