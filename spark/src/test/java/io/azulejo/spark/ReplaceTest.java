package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.ObjectType;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Rows of arrays are replaced and deleted. */
class ReplaceTest extends ArraysInCatalog {
  private static final String ALL = "select y, x, a from CAT.cells";

  private void remove() {
    if (azulejo.catalog().type(place("cells")) == ObjectType.ARRAY) {
      azulejo.catalog().remove(place("cells"));
    }
  }

  /** Cells of 1 to 8 in both dimensions, in two fragments; a is y * x, in steps of a half. */
  private Location create(boolean dense) {
    Location place = place("cells");
    azulejo.create(
        place,
        TestSchemas.of("%s(y INT32 1..8/4, x INT32 1..8/4) a FLOAT64", dense ? "dense" : "sparse"));
    for (int half = 0; half < 2; half++) {
      int first = 1 + half * 4;
      append(
          place,
          Column.of("y", Datatype.INT32, longs(32, i -> first + i / 8)),
          Column.of("x", Datatype.INT32, longs(32, i -> 1 + i % 8)),
          Column.of(
              "a",
              Datatype.FLOAT64,
              IntStream.range(0, 32)
                  .mapToDouble(i -> (first + i / 8) * (1 + i % 8) / 2.0)
                  .toArray()));
    }
    return place;
  }

  @Test
  void overwritingReplacesAllRows() {
    for (boolean dense : new boolean[] {false, true}) {
      remove();
      Location place = create(dense);
      Dataset<Row> others =
          spark.sql("select * from values (1, 1, 7.5D), (8, 8, -1D) as t(y, x, a)");

      writer(others, "overwrite")
          .options(dense ? Map.of("missing", "filled") : Map.of())
          .save(place.toString());

      assertThat(rows(ALL + " where not isnan(a)")).containsExactly("1|1|7.5", "8|8|-1.0");
    }
  }

  @Test
  void overwritingOnceIsRefusedAsARepetitionWouldDeleteWhatOthersWrote() {
    Location place = create(false);
    List<String> before = rows(ALL);

    assertThatThrownBy(
            () ->
                writer(
                        sql("select * from values (1, 1, 7.5D) as t(y, x, a)"),
                        "overwrite",
                        "commit_id",
                        "d17")
                    .save(place.toString()))
        .hasMessageContaining("commit_id is only for appends");
    assertThat(rows(ALL)).isEqualTo(before);
  }

  @Test
  void overwritingThatFailsLeavesTheRows() {
    Location place = create(false);
    List<String> before = rows(ALL);
    Dataset<Row> wrong = spark.sql("select 1 y, 1 x, 1D a union all select 9, 1, 1D");

    assertThatThrownBy(() -> writer(wrong, "overwrite").save(place.toString()))
        .hasStackTraceContaining("is not within the domain");

    assertThat(rows(ALL)).isEqualTo(before);
  }

  @Test
  void overwritingByNothingLeavesNothing() {
    Location place = create(false);

    writer(sql(ALL).limit(0), "overwrite").save(place.toString());

    assertThat(rows(ALL)).isEmpty();
  }

  @Test
  void rowsThatMeetAConditionAreDeleted() {
    for (String condition :
        List.of(
            "y = 3",
            "y between 2 and 5 and x > 6",
            "a > 20",
            "y = 1 or x = 8 and a < 10",
            "x in (1, 3, 5) and not (y > 4)",
            "a = 0.5D")) {
      remove();
      create(false);
      List<String> left = rows(ALL + " where not (" + condition + ")");
      assertThat(left).as(condition).hasSizeBetween(1, 63);

      sql("delete from CAT.cells where " + condition);

      assertThat(rows(ALL)).as(condition).isEqualTo(left);
    }
  }

  @Test
  void allRowsAreDeletedOfDenseArraysTooButNotSome() {
    create(true);
    refused("delete from CAT.cells where y = 1").hasMessageContaining("cells");
    assertThat(rows(ALL)).hasSize(64);

    sql("delete from CAT.cells");

    assertThat(rows(ALL)).isEmpty();
  }
}
