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
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
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

  /** All that can be read of an array. */
  private static Object read(Azulejo engine) {
    Array array = engine.open(ARRAY);
    List<String> all = new ArrayList<>();
    all.add(array.schema().attributes().toString());
    all.add(array.metadata().toString());
    try (Stream<Row> rows = array.rows(ReadRequest.all())) {
      rows.forEach(row -> all.add(row.toString()));
    }
    return all;
  }

  private static void createIfMissing(Azulejo engine) {
    try {
      engine.create(ARRAY, DENSE, ChangeOptions.DEFAULT.at(20));
    } catch (AlreadyExistsException e) {
      // It came with the change.
    }
  }

  private static Scenario creating() {
    return Scenario.of("create", WriteCrashTest::read)
        .changedBy(engine -> engine.create(ARRAY, DENSE, ChangeOptions.DEFAULT.at(10)))
        .then(WriteCrashTest::createIfMissing);
  }

  @Test
  void anArrayIsCreatedOrNot() throws Exception {
    assertThat(new CrashSweep(creating()).run()).isPositive();
    assertThat(new ErrorSweep(creating()).run()).isPositive();
  }
}
