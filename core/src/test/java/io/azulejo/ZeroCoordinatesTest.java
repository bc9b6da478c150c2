package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestArrays;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cells at -0.0 and 0.0, which are different coordinates between which bounds do not distinguish.
 */
class ZeroCoordinatesTest {
  private static final double[][] COORDINATES = {
    {-0.0},
    {0.0},
    {-0.0, 0.0},
    {-0.0, 1},
    {0.0, 1},
    {-1, -0.0},
    {-1, 0.0},
    {-1, -0.0, 0.0},
    {-0.0, 0.0, 1}
  };

  @Test
  void hiddenCellsDoNotComeBackWithAConditionThatNewerTilesDoNotMeet() {
    try (Azulejo engine = Azulejo.builder().computeThreads(1).build()) {
      for (double[] older : COORDINATES) {
        for (double[] newer : COORDINATES) {
          for (int capacity = 1; capacity <= 3; capacity++) {
            check(engine, Datatype.FLOAT64, older, newer, capacity);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Datatype.class,
      names = {"FLOAT32", "FLOAT64"})
  void aTileThatEndsAtMinusZeroHidesCellsOfOneThatBeginsAtZero(Datatype type) {
    try (Azulejo engine = Azulejo.builder().computeThreads(1).build()) {
      check(engine, type, new double[] {-0.0, 0.0}, new double[] {-1, -0.0}, 2);
    }
  }

  private static void check(
      Azulejo engine, Datatype type, double[] older, double[] newer, int capacity) {
    Location place =
        Location.of(
            "mem://zeros/%s-%d-%s-%s"
                .formatted(type, capacity, Arrays.toString(older), Arrays.toString(newer))
                .replaceAll("[\\[\\] ]", ""));
    engine.create(
        place,
        ArraySchema.sparse()
            .dimension(
                Dimension.of(
                    "d",
                    type,
                    Range.of(-10.0, 10.0),
                    type == Datatype.FLOAT32 ? (Number) 1.0f : (Number) 1.0))
            .attribute(Attribute.of("a", Datatype.INT32))
            .capacity(capacity)
            .build(),
        CreateOptions.DEFAULT.at(1));
    write(engine, place, type, older, 10);
    write(engine, place, type, newer, 20);
    Array array = engine.open(place);
    List<String> all = cells(array, ReadRequest.ALL);
    for (int value : new int[] {10, 20}) {
      ReadRequest some = ReadRequest.ALL.where(Condition.field("a").equalTo(value));
      assertThat(cells(array, some))
          .as("%s, then %s", Arrays.toString(older), Arrays.toString(newer))
          .isEqualTo(all.stream().filter(cell -> cell.endsWith("=" + value)).toList());
    }
  }

  private static void write(
      Azulejo engine, Location place, Datatype type, double[] coordinates, int value) {
    long[] values = new long[coordinates.length];
    Arrays.fill(values, value);
    TestArrays.append(
        engine.array(place),
        value,
        Batch.of(
            values.length,
            List.of(Column.of("d", type, coordinates), Column.of("a", Datatype.INT32, values))));
  }

  private static List<String> cells(Array array, ReadRequest request) {
    return TestArrays.rows(
        array.read(request),
        (batch, row) -> batch.column("d").getDouble(row) + "=" + batch.column("a").getInt(row));
  }
}
