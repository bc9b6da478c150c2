package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.MetadataValue;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.testkit.TestSchemas;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** Timestamps with a zone are points in time: what Spark wrote as TIMESTAMP comes back as such. */
class InstantTest extends ArraysInCatalog {
  /** Both are 01:30 in New York, where summer time ends between them. */
  private static final String SUMMER = "2024-11-03T05:30:00Z";

  private static final String WINTER = "2024-11-03T06:30:00Z";

  private static String instant(String text) {
    return "timestamp'" + text + "'";
  }

  /** An array of another program: local times or instants, nobody says which. */
  private void foreign(String name, Datatype type, long... counts) {
    azulejo.create(place(name), TestSchemas.of("sparse(x INT64 0..99/10) Time %s", type));
    long[] x = new long[counts.length];
    Arrays.setAll(x, i -> i);
    append(place(name), Column.of("x", Datatype.INT64, x), Column.of("Time", type, counts));
  }

  @Test
  void bothInstantsOfTheHourThatComesTwiceAreKeptHoweverTheArrayIsCreated() {
    String both = "select %s t union all select %s".formatted(instant(SUMMER), instant(WINTER));
    String rows = "select 1 x, %s t union all select 2, %s";
    for (String table :
        tablesInAllWays("t timestamp", rows.formatted(instant(SUMMER), instant(WINTER)))) {
      assertThat(type(table, "t")).as(table).isEqualTo(DataTypes.TimestampType);
      assertThat(rows("select * from CAT." + table))
          .as(table)
          .containsExactly("1|" + SUMMER, "2|" + WINTER);
      Array array = azulejo.open(place(table));
      assertThat(array.schema().attribute("t").orElseThrow().type())
          .isEqualTo(Datatype.DATETIME_US);
      assertThat(array.metadata())
          .containsEntry("azulejo.column.t.type", MetadataValue.ofString("instant"));
    }
    assertThat(rows(both)).containsExactly(SUMMER, WINTER);
  }

  @Test
  void instantsAreCoordinatesOfTheirOwnInDifferentTasksToo() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    try {
      save(
          spark
              .range(60)
              .selectExpr("timestamp'2024-11-03 05:00:00Z' + make_interval(0,0,0,0,0,id) t", "id a")
              .selectExpr("explode(array(t, t + interval 1 hour)) t", "a"),
          place("autumn"),
          "dimensions",
          "t");
    } finally {
      spark.conf().unset("spark.sql.adaptive.enabled");
    }
    assertThat(load("autumn").count()).isEqualTo(120);
    assertThat(rows(load("autumn").where("a = 30").select("t"))).containsExactly(SUMMER, WINTER);
  }

  @Test
  void filtersOrdersAndAggregatesOfInstantsArePushedDown() {
    sql(
        "create table CAT.t tblproperties (dimensions = 't', 'schema.dim.t.extent' = 3600000000) as"
            + " select timestamp'2024-11-03T00:00:00Z' + make_interval(0,0,0,0,id) t, if(id = 3,"
            + " null, timestamp'2024-11-03T00:00:00Z' + make_interval(0,0,0,0,id)) u from range(24)");
    for (String column : List.of("t", "u")) {
      for (String condition :
          List.of(
              "= " + instant(SUMMER),
              "<> " + instant(WINTER),
              "> " + instant(SUMMER),
              "between %s and %s"
                  .formatted(instant("2024-11-03T05:00:00Z"), instant("2024-11-03T06:00:00Z")),
              "in (%s, %s)"
                  .formatted(instant("2024-11-03T05:00:00Z"), instant("2024-11-03T06:00:00Z")),
              "< timestamp'2024-11-03 01:00:00'",
              "is null",
              "<=> null")) {
        Dataset<Row> pushed = sql("select * from CAT.t where " + column + " " + condition);

        assertThat(rows(pushed))
            .as("%s %s", column, condition)
            .isEqualTo(rows(load("t", "pushdown", "false").where(column + " " + condition)));
        assertThat(plan(pushed)).as("%s %s", column, condition).doesNotContain("Filter (");
      }
    }
    Dataset<Row> summary = sql("select max(t), max(u), count(*) from CAT.t");
    assertThat(rows(summary)).containsExactly("2024-11-03T23:00:00Z|2024-11-03T23:00:00Z|24");
    assertThat(plan(summary)).contains("aggregates: ");
    Dataset<Row> first = sql("select t from CAT.t order by t limit 2");
    assertThat(rows(first)).containsExactly("2024-11-03T00:00:00Z", "2024-11-03T01:00:00Z");
    assertThat(plan(first)).contains("limit: 2 rows per split");
  }

  @Test
  void rowsAreUpdatedMergedAndDeletedByInstants() {
    table("t", "t timestamp, u timestamp", "t");
    sql(
        "insert into CAT.t values (%s, null), (%s, null)"
            .formatted(instant(SUMMER), instant(WINTER)));

    sql("update CAT.t set u = t where cast(t as string) like '%01:30%' and t > " + instant(SUMMER));
    assertThat(rows("select * from CAT.t"))
        .containsExactly(SUMMER + "|null", WINTER + "|" + WINTER);

    sql(
        "merge into CAT.t a using (select %s t) b on a.t = b.t when matched then update set u = b.t"
            .formatted(instant(SUMMER)));
    assertThat(rows("select * from CAT.t"))
        .containsExactly(SUMMER + "|" + SUMMER, WINTER + "|" + WINTER);

    sql("delete from CAT.t where u = " + instant(SUMMER));
    assertThat(rows("select t from CAT.t")).containsExactly(WINTER);
  }

  @Test
  void listsOfInstantsAreReadAndWritten() {
    tableAs(
        "t", "x", "select 1 x, array(%s, null, %s) l".formatted(instant(SUMMER), instant(WINTER)));

    assertThat(rows("select * from CAT.t"))
        .containsExactly("1|[%s, null, %s]".formatted(SUMMER, WINTER));
  }

  @Test
  void aTableIsCreatedAgainWithItsInstants() {
    table("t", "t timestamp, u timestamp_ntz, v timestamp not null", "t");
    String statement = sql("show create table CAT.t").collectAsList().get(0).getString(0);
    sql("drop table CAT.t");

    spark.sql(statement);

    assertThat(type("t", "t")).isEqualTo(DataTypes.TimestampType);
    assertThat(type("t", "u")).isEqualTo(DataTypes.TimestampNTZType);
    assertThat(type("t", "v")).isEqualTo(DataTypes.TimestampType);
  }

  @Test
  void aColumnThatIsAddedAgainWithAnotherTypeIsOfThatType() {
    table("t", "x int, t timestamp", "x");
    sql("alter table CAT.t drop column t");
    assertThat(azulejo.open(place("t")).metadata()).isEmpty();
    sql("alter table CAT.t add column (t timestamp_ntz)");
    assertThat(type("t", "t")).isEqualTo(DataTypes.TimestampNTZType);

    table("u", "x int", "x");
    hint("u", "t", MetadataValue.ofString("instant")); // is of no column
    assertThat(sql("select * from CAT.u").columns()).containsExactly("x");
    sql("alter table CAT.u add column (t timestamp_ntz)");
    assertThat(type("u", "t")).isEqualTo(DataTypes.TimestampNTZType);
  }

  @Test
  void arraysWithoutAHintHaveLocalTimes() {
    foreign("t", Datatype.DATETIME_US, 0);
    assertThat(type("t", "Time")).isEqualTo(DataTypes.TimestampNTZType);

    sql("insert into CAT.t values (1, %s)".formatted(instant(WINTER)));
    assertThat(rows("select * from CAT.t"))
        .containsExactly("0|1970-01-01T00:00", "1|2024-11-03T01:30");
  }

  @Test
  void theOptionMakesColumnsInstantsThatTheMetadataDoesNot() {
    for (Datatype type :
        List.of(
            Datatype.DATETIME_WEEK,
            Datatype.DATETIME_HR,
            Datatype.DATETIME_MIN,
            Datatype.DATETIME_SEC,
            Datatype.DATETIME_MS,
            Datatype.DATETIME_US)) {
      String name = type.toString();
      foreign(name, type, 0, Long.MIN_VALUE);
      Supplier<Dataset<Row>> load = () -> load(name, "instant", " time");
      Dataset<Row> rows = load.get();

      assertThat(rows.schema().apply("Time").dataType()).isEqualTo(DataTypes.TimestampType);
      assertThat(rows(rows)).containsExactly("0|1970-01-01T00:00:00Z", "1|null");
      save(
          spark.sql("select 2L x, timestamp'1970-01-08 00:00:00Z' Time"),
          place(name),
          "instant",
          "time");
      assertThat(rows(load.get().where("Time > timestamp'1970-01-02 00:00:00Z'")))
          .containsExactly("2|1970-01-08T00:00:00Z");
    }
  }

  @Test
  void theOptionIsRefusedForColumnsThatAreNotTimestamps() {
    foreign("nanos", Datatype.DATETIME_NS, 0);
    foreign("days", Datatype.DATETIME_DAY, 0);
    for (String name : List.of("nanos", "days")) {
      assertThatThrownBy(() -> load(name, "instant", "Time"))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("column \"Time\" is DATETIME_");
    }
    for (String column : List.of("x", "nothing")) {
      assertThatThrownBy(() -> load("days", "instant", column))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("column \"" + column + "\"");
    }
  }

  @Test
  void hintsThatDoNotFitAreIgnored() {
    foreign("t", Datatype.DATETIME_US, 0);
    hint("t", "Time", MetadataValue.ofString("uuid"));
    assertThat(type("t", "Time")).isEqualTo(DataTypes.TimestampNTZType);
    hint("t", "Time", MetadataValue.ofInts(7));
    assertThat(type("t", "Time")).isEqualTo(DataTypes.TimestampNTZType);
    hint("t", "x", MetadataValue.ofString("instant"));
    assertThat(type("t", "x")).isEqualTo(DataTypes.LongType);
    hint("t", "Time", MetadataValue.ofString(" Instant "));
    assertThat(type("t", "Time")).isEqualTo(DataTypes.TimestampType);
    foreign("days", Datatype.DATETIME_DAY, 0);
    hint("days", "Time", MetadataValue.ofString("instant"));
    assertThat(type("days", "Time")).isEqualTo(DataTypes.DateType);
  }

  @Test
  void streamsOfInstantsAreReadAndWritten() throws Exception {
    table("a", "t timestamp, u timestamp", "t");
    table("b", "t timestamp, u timestamp", "t");
    sql(
        "insert into CAT.a values (%s, null), (%1$s + interval 1 hour, %2$s)"
            .formatted(instant(SUMMER), instant(SUMMER)));
    Dataset<Row> stream = Streams.from(place("a"), Map.of());

    Streams.write(stream, "append", folder.resolve("checkpoint"), place("b"));

    assertThat(rows("select * from CAT.b"))
        .containsExactly(SUMMER + "|null", WINTER + "|" + SUMMER);
    assertThatThrownBy(
            () ->
                Streams.write(
                    stream.selectExpr("t", "cast(u as timestamp_ntz) u"),
                    "append",
                    folder.resolve("refused"),
                    place("b")))
        .hasStackTraceContaining("column \"u\" is TIMESTAMP_NTZ")
        .hasStackTraceContaining("cast it to TIMESTAMP");
  }
}
