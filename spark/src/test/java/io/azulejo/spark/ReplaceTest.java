package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.MissingCells;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of arrays are replaced and deleted. */
class ReplaceTest {
  private static final String ALL = "select y, x, a from changed.cells";

  @TempDir static Path folder;
  private final SparkSession spark = Sessions.get();
  private final Azulejo azulejo = Azulejo.create();

  @BeforeEach
  void prepare() {
    spark.conf().set("spark.sql.catalog.changed", AzulejoCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.changed.path", folder.toString());
  }

  @AfterEach
  void close() {
    remove();
    azulejo.close();
  }

  private void remove() {
    Location place = Location.of(folder.resolve("cells").toString());
    if (azulejo.catalog().type(place) == ObjectType.ARRAY) {
      azulejo.catalog().remove(place);
    }
  }

  /** Cells of 1 to 8 in both dimensions, in two fragments; a is y * x, in steps of a half. */
  private Location create(boolean dense) {
    Location place = Location.of(folder.resolve("cells").toString());
    azulejo.create(
        place,
        TestSchemas.of("%s(y INT32 1..8/4, x INT32 1..8/4) a FLOAT64", dense ? "dense" : "sparse"));
    for (int half = 0; half < 2; half++) {
      List<Integer> y = new ArrayList<>();
      List<Integer> x = new ArrayList<>();
      List<Double> a = new ArrayList<>();
      for (int cell = 0; cell < 32; cell++) {
        y.add(1 + half * 4 + cell / 8);
        x.add(1 + cell % 8);
        a.add((1 + half * 4 + cell / 8) * (1 + cell % 8) / 2.0);
      }
      WriteRequest request =
          dense ? WriteRequest.DEFAULT.missing(MissingCells.REFUSED) : WriteRequest.DEFAULT;
      try (var out = azulejo.array(place).writer(request)) {
        out.append(
            Batch.of(
                32,
                List.of(
                    Column.of("y", Datatype.INT32, y),
                    Column.of("x", Datatype.INT32, x),
                    Column.of("a", Datatype.FLOAT64, a))));
        out.commit();
      }
    }
    return place;
  }

  private List<String> rows(String query) {
    return CellText.rows(spark.sql(query).collectAsList());
  }

  @Test
  void overwritingReplacesAllRows() {
    for (boolean dense : new boolean[] {false, true}) {
      remove();
      Location place = create(dense);
      Dataset<Row> others =
          spark.sql("select * from values (1, 1, 7.5D), (8, 8, -1D) as t(y, x, a)");

      others
          .write()
          .format("azulejo")
          .options(dense ? Map.of("missing", "filled") : Map.of())
          .mode("overwrite")
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
                spark
                    .sql("select * from values (1, 1, 7.5D) as t(y, x, a)")
                    .write()
                    .format("azulejo")
                    .option("commit_id", "d17")
                    .mode("overwrite")
                    .save(place.toString()))
        .hasMessageContaining("commit_id is for appending");
    assertThat(rows(ALL)).isEqualTo(before);
  }

  @Test
  void overwritingThatFailsLeavesTheRows() {
    Location place = create(false);
    List<String> before = rows(ALL);
    Dataset<Row> wrong = spark.sql("select 1 y, 1 x, 1D a union all select 9, 1, 1D");

    assertThatThrownBy(
            () -> wrong.write().format("azulejo").mode("overwrite").save(place.toString()))
        .hasStackTraceContaining("is not within the domain");

    assertThat(rows(ALL)).isEqualTo(before);
  }

  @Test
  void overwritingByNothingLeavesNothing() {
    Location place = create(false);

    spark.sql(ALL).limit(0).write().format("azulejo").mode("overwrite").save(place.toString());

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

      spark.sql("delete from changed.cells where " + condition);

      assertThat(rows(ALL)).as(condition).isEqualTo(left);
    }
  }

  @Test
  void allRowsAreDeletedOfDenseArraysTooButNotSome() {
    create(true);
    assertThatThrownBy(() -> spark.sql("delete from changed.cells where y = 1"))
        .hasMessageContaining("cells");
    assertThat(rows(ALL)).hasSize(64);

    spark.sql("delete from changed.cells");

    assertThat(rows(ALL)).isEmpty();
  }
}
