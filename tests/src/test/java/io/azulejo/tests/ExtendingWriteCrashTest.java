package io.azulejo.tests;

import static io.azulejo.tests.SweptArray.ARRAY;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.TestArrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment when values are added to an enumeration and then cells are
 * written that have them, the cells are there with their values or not at all; an enumeration may
 * have values that no cell has.
 */
class ExtendingWriteCrashTest {
  private static final ArraySchema SKIES =
      ArraySchema.sparse()
          .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 1000), 100))
          .attribute(Attribute.builder("sky", Datatype.UINT8).enumeration("sky").build())
          .enumeration(sky("clear", "cloudy"))
          .build();

  private static Enumeration sky(String... values) {
    return Enumeration.ofStrings("sky", false, List.of(values));
  }

  private static Enumeration extend(Azulejo engine, String value) {
    return engine.array(ARRAY).extendEnumerations(List.of(sky(value))).get(0);
  }

  /** Writes a cell with a value that is the last one of the enumeration, new or not. */
  private static Scenario.Act writing(int x, String value) {
    return engine -> {
      int index = extend(engine, value).size() - 1;
      ChangeOptions time = ChangeOptions.DEFAULT.at(10 + x);
      TestArrays.write(
          engine.array(ARRAY),
          WriteRequest.DEFAULT,
          time,
          Batch.of(Column.of("x", Datatype.INT32, x), Column.of("sky", Datatype.UINT8, index)));
    };
  }

  /** Whether there is the new value, but no cell that has it. */
  private static boolean isUnused(Object read) {
    String all = read.toString();
    return all.contains("3 values") && !all.contains("x=2");
  }

  @Test
  void valuesAreAddedOrNot() throws Exception {
    SweptArray.sweep(
        SweptArray.writing(
            "extension",
            SKIES,
            writing(1, "cloudy"),
            engine -> extend(engine, "fog"),
            engine -> extend(engine, "hail")));
  }

  @Test
  void cellsAreThereWithTheirNewValuesOrNotAtAll() throws Exception {
    SweptArray.sweep(
        SweptArray.writing(
                "extending write",
                SKIES,
                writing(1, "cloudy"),
                writing(2, "fog"),
                writing(3, "fog"))
            .allowingState(ExtendingWriteCrashTest::isUnused)
            .mayLeaveFiles());
  }
}
