package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** What Spark writes is what the core reads; a write that fails has not happened. */
class WriteTest extends ArraysInCatalog {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_123L);
  private static final int ROWS = 300;
  private final Random random = new Random(SEED);

  private static ArraySchema.Builder everyType(boolean dense) {
    ArraySchema.Builder schema = dense ? ArraySchema.dense() : ArraySchema.sparse();
    schema.dimension(Dimension.of("y", Datatype.INT64, Range.of(0, 19), 1));
    schema.dimension(Dimension.of("x", Datatype.INT64, Range.of(-10, 9), 8));
    for (Datatype type : Datatype.values()) {
      if (isStored(type)) {
        schema.attribute(Attribute.of("a_" + type, type));
        schema.attribute(Attribute.builder("n_" + type, type).nullable().build());
        schema.attribute(Attribute.builder("v_" + type, type).var().nullable().build());
        schema.attribute(Attribute.builder("f_" + type, type).cellValNum(3).build());
      }
    }
    return schema
        .attribute(Attribute.builder("e", Datatype.INT16).enumeration("words").nullable().build())
        .attribute(Attribute.builder("g", Datatype.UINT8).enumeration("numbers").build())
        .enumeration(Enumeration.ofStrings("words", false, List.of("red", "", "grün")))
        .enumeration(Enumeration.ofLongs("numbers", Datatype.INT64, false, 7, -1, 1L << 40));
  }

  private static boolean isStored(Datatype type) {
    return switch (type) {
      case ANY, STRING_UCS2, STRING_UCS4, GEOM_WKB, GEOM_WKT -> false;
      default -> true;
    };
  }

  private Column[] columns(ArraySchema schema, int rows) {
    int[] places = random.ints(0, 400).distinct().limit(rows).toArray();
    List<Column> columns = new ArrayList<>();
    columns.add(Column.of("y", Datatype.INT64, longs(rows, row -> places[(int) row] / 20)));
    columns.add(Column.of("x", Datatype.INT64, longs(rows, row -> places[(int) row] % 20 - 10)));
    for (Attribute attribute : schema.attributes()) {
      columns.add(column(attribute, rows));
    }
    return columns.toArray(Column[]::new);
  }

  private Column column(Attribute attribute, int rows) {
    Datatype type = attribute.type();
    byte[] validity = null;
    if (attribute.nullable()) {
      validity = new byte[rows];
      for (int row = 0; row < rows; row++) {
        validity[row] = (byte) (random.nextInt(4) == 0 ? 0 : 1);
      }
    }
    int[] offsets = new int[rows + 1];
    GrowingBytes data = new GrowingBytes(rows);
    for (int row = 0; row < rows; row++) {
      int values = attribute.isVar() ? random.nextInt(4) : attribute.cellValNum();
      for (int i = 0; i < values; i++) {
        put(attribute, data);
      }
      offsets[row + 1] = data.size();
    }
    return attribute.isVar()
        ? new VarColumn(attribute.name(), type, rows, offsets, data.array(), validity)
        : new FixedColumn(
            attribute.name(), type, attribute.cellValNum(), rows, data.array(), validity);
  }

  private void put(Attribute attribute, GrowingBytes to) {
    Datatype type = attribute.type();
    long value =
        switch (random.nextInt(3)) {
          case 0 -> random.nextLong();
          case 1 -> -1;
          default -> random.nextInt(100);
        };
    if (attribute.enumeration().isPresent()) {
      value = random.nextInt(3);
    } else if (type == Datatype.BOOL) {
      value &= 1;
    } else if (type.isString() || type == Datatype.CHAR) {
      value = 'a' + random.nextInt(26);
    } else if (type.isDatetime() && value != -1) {
      value = random.nextInt(9) == 0 ? Long.MIN_VALUE : random.nextInt(20_000) - 10_000L;
    }
    to.put(value, type.size());
  }

  private List<String> files(Location place) throws IOException {
    return files(Path.of(place.path()));
  }

  @Test
  void cellsOfAllTypesAreWrittenAsTheyWereRead() {
    for (boolean dense : new boolean[] {false, true}) {
      ArraySchema schema = everyType(dense).build();
      Location from = place("from" + dense);
      Location to = place("to" + dense);
      azulejo.create(from, schema);
      azulejo.create(to, schema);
      append(from, columns(schema, dense ? 400 : ROWS));

      save(load(from, "partition_count", 3).repartition(5), to);

      assertThat(cells(to)).as("azulejo.seed=%d", SEED).isEqualTo(cells(from));
    }
  }

  /** An array of y, x and a text that can be null, with a value of 8 bits without a sign. */
  private Location small(boolean dense, boolean duplicates) {
    Location place = place("small");
    ArraySchema.Builder schema =
        dense ? ArraySchema.dense() : ArraySchema.sparse().allowsDuplicates(duplicates);
    schema
        .dimension(Dimension.of("y", Datatype.INT32, Range.of(1, 4), 2))
        .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 4), 2))
        .attribute(Attribute.builder("u", Datatype.UINT8).fill(9).build())
        .attribute(Attribute.builder("s", Datatype.STRING_UTF8).var().nullable().build());
    azulejo.create(place, schema.build());
    return place;
  }

  private Dataset<Row> values(String rows) {
    return spark.sql("select * from values " + rows + " as t(y, x, u, s)");
  }

  @Test
  void columnsAreFoundByTheirNames() {
    Location place = small(false, false);

    save(values("(1, 2, 200, 'a'), (3, 4, 0, null)").select("s", "U", "x", "y"), place);

    assertThat(cells(place)).containsExactly("1|2|200|a", "3|4|0|null");
  }

  @Test
  void aJobThatFailsInOneTaskLeavesTheArrayAsItWas() throws IOException {
    Location place = small(false, false);
    save(values("(1, 1, 1, 'a')"), place);
    List<String> before = files(place);
    Dataset<Row> failing =
        spark
            .range(0, 16, 1, 4)
            .selectExpr(
                "cast(1 + id div 4 as int) y",
                "cast(1 + id % 4 as int) x",
                "1 u",
                "if(id = 15, raise_error('broken'), 'b') s");

    for (String distribution : List.of("hash", "none")) {
      assertThatThrownBy(() -> save(failing, place, "distribution", distribution))
          .hasStackTraceContaining("broken");

      awaitTasks();
      // A task may have ended at the very moment when the job failed: nobody has heard of it.
      collectGarbage(azulejo, place);
      assertThat(files(place)).isEqualTo(before);
      assertThat(cells(place)).containsExactly("1|1|1|a");
    }
  }

  /** Waits for the other tasks of a job that has failed: they end by themselves, but later. */
  private void awaitTasks() {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (Stream.of(spark.sparkContext().statusTracker().getExecutorInfos())
        .anyMatch(executor -> executor.numRunningTasks() > 0)) {
      assertThat(System.nanoTime()).as("tasks end").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @Test
  void cellsAtTheSameCoordinatesAreRefusedOrReplaced() {
    Location place = small(false, false);
    Dataset<Row> twice = values("(1, 1, 1, 'a'), (2, 2, 2, 'b'), (1, 1, 1, 'a')").repartition(3);

    assertThatThrownBy(() -> save(twice, place)).hasStackTraceContaining("InvalidRequestException");
    assertThat(cells(place)).isEmpty();

    save(twice, place, "duplicates", "last");
    assertThat(cells(place)).containsExactly("1|1|1|a", "2|2|2|b");

    save(values("(1, 1, 5, 'c')"), place);
    assertThat(cells(place)).containsExactly("1|1|5|c", "2|2|2|b");
  }

  @Test
  void cellsAtTheSameCoordinatesAreKeptWhereTheArrayHasDuplicates() {
    Location place = small(false, true);

    save(values("(1, 1, 1, 'a'), (1, 1, 1, 'b')").repartition(2), place);

    assertThat(cells(place)).containsExactly("1|1|1|a", "1|1|1|b");
  }

  @Test
  void tasksThatWriteTheSameCellsAreRefusedWhereRowsAreNotDealtOut() throws IOException {
    Location place = small(false, false);
    List<String> before = files(place);
    Dataset<Row> twice = values("(1, 1, 1, 'a')").union(values("(1, 1, 2, 'b')")); // in two tasks

    assertThatThrownBy(() -> save(twice, place, "distribution", "none"))
        .hasStackTraceContaining("InvalidRequestException");

    assertThat(files(place)).isEqualTo(before);
  }

  @Test
  void missingCellsOfDenseArraysAreRefusedFilledOrKept() {
    Location place = small(true, false);
    Dataset<Row> some = values("(1, 1, 1, 'a'), (2, 2, 2, 'b')");

    assertThatThrownBy(() -> save(some, place)).hasStackTraceContaining("InvalidRequestException");

    save(some, place, "missing", "filled");
    assertThat(cells(place)).containsExactly("1|1|1|a", "1|2|9|null", "2|1|9|null", "2|2|2|b");

    save(values("(1, 2, 3, 'c')"), place, "missing", "kept");
    assertThat(cells(place)).containsExactly("1|1|1|a", "1|2|3|c", "2|1|9|null", "2|2|2|b");

    save(values("(1, 1, 7, 'd')"), place, "missing", "FILLED");
    assertThat(cells(place)).containsExactly("1|1|7|d", "1|2|9|null", "2|1|9|null", "2|2|9|null");
  }

  @Test
  void rangesOfRowsAreDealtOutToTasksWhereAskedFor() {
    Location place = small(false, false);
    spark.conf().set("spark.sql.adaptive.enabled", "false");

    save(
        spark
            .range(0, 16, 1, 4)
            .selectExpr(
                "cast(1 + id div 4 as int) y", "cast(1 + id % 4 as int) x", "id u", "'b' s"),
        place,
        "distribution",
        "range");

    spark.conf().unset("spark.sql.adaptive.enabled");
    assertThat(cells(place)).hasSize(16).contains("4|4|15|b");
    assertThat(azulejo.open(place).fragments())
        .as("tasks with cells in rows of their own")
        .hasSize(2);
  }

  @Test
  void valuesThatTheArrayCannotHoldAreRefusedWithAdvice() {
    Location place = place("narrow");
    azulejo.create(
        place,
        TestSchemas.of(
            "sparse(d DATETIME_DAY -99999..99999/10) u8 UINT8, u64 UINT64, month "
                + "DATETIME_MONTH, sec DATETIME_SEC, e UINT8 words=red, three INT32 x3"));
    Map<String, String> good =
        Map.of(
            "d", "date'2024-02-29'",
            "u8", "255",
            "u64", "18446744073709551615BD",
            "month", "date'2024-02-01'",
            "sec", "timestamp_ntz'2024-02-01 10:00:01'",
            "e", "'red'",
            "three", "array(1, 2, 3)");
    Map<String, List<String>> wrong =
        Map.of(
            "u8", List.of("256", "256 is out of range (0 to 255 for UINT8)"),
            "u64", List.of("-1", "-1 is out of range (0 to 18446744073709551615 for UINT64)"),
            "month", List.of("date'2024-02-02'", "2024-02-02 is not the first day of a month"),
            "sec",
                List.of("timestamp_ntz'2024-02-01 10:00:01.5'", "not a whole number of DATETIME"),
            "e", List.of("'blue'", "\"blue\" is not a value of enumeration \"words\""),
            "three", List.of("array(1, 2)", "the list has 2 values, but each cell has 3"),
            "d", List.of("cast(null as date)", "value appeared in non-nullable field"));

    wrong.forEach(
        (column, value) -> {
          Map<String, String> cells = new HashMap<>(good);
          cells.put(column, value.get(0));
          assertThatThrownBy(() -> save(one(cells), place)).hasStackTraceContaining(value.get(1));
        });
    assertThat(cells(place)).isEmpty();

    save(one(good), place);
    assertThat(cells(place))
        .containsExactly(
            "2024-02-29|255|18446744073709551615|2024-02-01|2024-02-01T10:00:01|red|[1, 2, 3]");
  }

  private Dataset<Row> one(Map<String, String> cells) {
    List<String> columns = new ArrayList<>();
    cells.forEach((name, value) -> columns.add(value + " as " + name));
    return spark.sql("select " + String.join(", ", columns));
  }

  @Test
  void tablesOfCatalogsAreInsertedInto() throws Exception {
    Location place = small(false, false);

    sql("insert into CAT.small values (1, 1, 1, 'a'), (2, 2, 2, null)");
    values("(3, 3, 3, 'c'), (3, 3, 3, 'c')")
        .writeTo(catalog + ".small")
        .option("duplicates", "last")
        .append();

    assertThat(cells(place)).containsExactly("1|1|1|a", "2|2|2|null", "3|3|3|c");
  }

  @Test
  void tablesAreCreatedAsQueriesSay() {
    String query =
        "select cast(id as int) y, id * 10 x, date'2024-01-01' d, 'a' || id s, array(id, 1L) l,"
            + " if(id = 1, null, id / 2D) f, timestamp_ntz'2024-01-01 10:00:00.5' t from range(3)";

    tableAs("one", "x, d", "" + query);

    assertThat(rows("select y, x, d, s, l, f, t from CAT.one")).isEqualTo(rows(query));
    ArraySchema schema = schema("one");
    assertThat(schema.attribute("s").orElseThrow().nullable()).isFalse();
    assertThat(schema.attribute("f").orElseThrow().nullable()).isTrue();

    sql(
        "create table CAT.two (y int, x int, a float) tblproperties (array_type = 'dense',"
            + " 'schema.dim.0.name' = 'y', 'schema.dim.0.min' = '0', 'schema.dim.0.max' = '7',"
            + " 'schema.dim.0.extent' = '4', 'schema.dim.1.name' = 'x', 'schema.dim.1.min' = '1',"
            + " 'schema.dim.1.max' = '8')");
    schema = schema("two");
    assertThat(schema.isDense()).isTrue();
    assertThat(schema.dimensions())
        .containsExactly(
            Dimension.of("y", Datatype.INT32, Range.of(0, 7), 4),
            Dimension.of("x", Datatype.INT32, Range.of(1, 8), 8));

    refused("create table CAT.three (y int) using azulejo")
        .hasMessageContaining("the dimensions are missing");
    refused(
            "create table CAT.four tblproperties (dimensions = 'a')"
                + " as select 1 a, cast(raise_error('broken') as int) b")
        .hasStackTraceContaining("broken");
    assertThat(spark.catalog().tableExists(catalog + ".four")).isFalse();
  }
}
