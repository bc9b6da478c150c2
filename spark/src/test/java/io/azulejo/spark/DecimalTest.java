package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.MetadataValue;
import io.azulejo.schema.Datatype;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** Decimal numbers of up to 18 digits are INT64 without their point, and come back as decimals. */
class DecimalTest extends ArraysInCatalog {
  private Dataset<Row> plain(String name) {
    return load(name, "pushdown", "false");
  }

  @Test
  void decimalsComeBackHoweverTheArrayIsCreated() {
    for (String table :
        tablesInAllWays(
            "d decimal(10, 2)",
            "select * from values (1, 1.25), (2, cast(-99999999.99 as decimal(10, 2))), (3, null) as t(x, d)")) {
      assertThat(type(table, "d")).as(table).isEqualTo(DataTypes.createDecimalType(10, 2));
      assertThat(rows("select * from CAT." + table))
          .as(table)
          .containsExactly("1|1.25", "2|-99999999.99", "3|null");
      assertThat(schema(table).attribute("d").orElseThrow().type()).isEqualTo(Datatype.INT64);
      assertThat(azulejo.open(place(table)).metadata())
          .containsEntry("azulejo.column.d.type", MetadataValue.ofString("decimal(10,2)"));
    }
  }

  @Test
  void allDigitsAreKeptAndMoreThanEighteenAreRefusedWithAdvice() {
    tableAs(
        "t",
        "x",
        "select 1 x,"
            + " cast('999999999999999999' as decimal(18, 0)) a,"
            + " cast('-0.999999999999999999' as decimal(18, 18)) b, cast(7 as decimal(1, 0)) c,"
            + " cast('18446744073709551615' as decimal(20, 0)) u");

    assertThat(rows("select * from CAT.t"))
        .containsExactly("1|999999999999999999|-0.999999999999999999|7|18446744073709551615");
    assertThat(schema("t").attribute("u").orElseThrow().type()).isEqualTo(Datatype.UINT64);
    for (String type : List.of("decimal(19, 2)", "decimal(38, 18)", "decimal(20, 1)")) {
      refused("create table CAT.u (x int, d " + type + ") tblproperties (dimensions = 'x')")
          .as(type)
          .hasStackTraceContaining("DECIMAL of at most 18 digits");
    }
  }

  @Test
  void filtersOrdersAndAggregatesOfDecimalsArePushedDown() {
    sql(
        "create table CAT.t tblproperties (dimensions = 'd', 'schema.dim.d.min' = '-10',"
            + " 'schema.dim.d.max' = 10, 'schema.dim.d.extent' = '0.5') as select cast(id / 4 - 3"
            + " as decimal(10, 2)) d, if(id = 3, null, cast(id / 4 - 3 as decimal(12, 3))) a, id %"
            + " 3 g from range(24)");
    assertThat(schema("t").dimensions().get(0).toString())
        .isEqualTo("d INT64 [-1000, 1000] tile 50");
    for (String column : List.of("d", "a")) {
      for (String condition :
          List.of(
              "= 1.25",
              "= 1.255",
              "<> 1.25",
              "<> 1.2555",
              "> 1.2499",
              ">= 1.2501",
              "< -0.0001",
              "<= 0",
              "> 1",
              "< 1e0",
              "between -1.251 and 1.249999",
              "in (0.25, 1.255, 0.5, null)",
              "in (1, 2)",
              "not in (0.25, 0.333)",
              "> 99999999999999",
              "< 99999999999999.9999",
              "> cast(1.1 as float)",
              "> bigint(1)",
              "is null",
              "is not null",
              "<=> 1.25",
              "<=> null")) {
        String where = column + " " + condition;

        assertThat(rows("select * from CAT.t where " + where))
            .as(where)
            .isEqualTo(rows(plain("t").where(where)));
      }
      Dataset<Row> pushed = sql("select * from CAT.t where " + column + " in (0.25, 1.25)");
      assertThat(plan(pushed)).doesNotContain("Filter (");
      plain("t").createOrReplaceTempView("plain");
      String query =
          "select g, max(%s), min(%1$s), count(%1$s) from TABLE where %1$s > 0.5 group by g"
              .formatted(column);
      Dataset<Row> summary = sql(query.replace("TABLE", "CAT.t"));
      assertThat(rows(summary)).isEqualTo(rows(query.replace("TABLE", "plain")));
      assertThat(plan(summary)).contains("aggregates: ");
    }
    assertThat(rows("select sum(a), avg(a), sum(d) from CAT.t"))
        .isEqualTo(rows(plain("t").selectExpr("sum(a)", "avg(a)", "sum(d)")));
    assertThat(rows("select a, count(*) from CAT.t group by a"))
        .isEqualTo(rows(plain("t").groupBy("a").count()));
    Dataset<Row> first = sql("select d from CAT.t order by d limit 2");
    assertThat(rows(first)).containsExactly("-2.75", "-3.00");
    assertThat(plan(first)).contains("limit: 2 rows per split");
  }

  @Test
  void rowsAreUpdatedMergedDeletedAndOverwrittenByDecimals() {
    sql(
        "create table CAT.t (d decimal(6, 2), a decimal(18, 4)) tblproperties (dimensions = 'd', 'schema.dim.d.min' = 0, 'schema.dim.d.max' = 100, 'schema.dim.d.extent' = 1)");
    sql("insert into CAT.t values (0.5, 1), (1.5, 2), (2.5, 3), (3.5, null)");

    sql("update CAT.t set a = a + 0.0001 where cast(d as string) like '1%' or d = 2.5");
    assertThat(rows("select * from CAT.t"))
        .containsExactly("0.50|1.0000", "1.50|2.0001", "2.50|3.0001", "3.50|null");

    sql(
        "merge into CAT.t t using (select 2.5 d union all select 9.5) n on t.d = n.d"
            + " when matched then delete when not matched then insert (d, a) values (n.d, 7)");
    assertThat(rows("select * from CAT.t"))
        .containsExactly("0.50|1.0000", "1.50|2.0001", "3.50|null", "9.50|7.0000");

    sql("delete from CAT.t where a < 2.0001");
    sql("delete from CAT.t where cast(a as string) = '7.0000'");
    assertThat(rows("select * from CAT.t")).containsExactly("1.50|2.0001", "3.50|null");

    sql("insert overwrite CAT.t values (5, 0.5)");
    assertThat(rows("select * from CAT.t")).containsExactly("5.00|0.5000");
    refused("insert into CAT.t values (100.01, 1)").hasStackTraceContaining("10001");
  }

  @Test
  void joinsByDecimalsFindTheirRows() {
    tableAs("t", "x", "select id x, cast(id / 2 as decimal(9, 1)) d from range(100)");

    assertThat(
            rows(
                "select x, t.d from CAT.t t join (select /*+ broadcast */ 7.5 d union all select 9) n on t.d = n.d"))
        .containsExactly("15|7.5", "18|9.0");
    assertThatThrownBy(
            () ->
                spark
                    .read()
                    .format("azulejo")
                    .option("partition_by", "d")
                    .load(createdByDecimals())
                    .collectAsList())
        .hasMessageContaining("\"d\" is not a dimension of integers or days");
  }

  private String createdByDecimals() {
    tableAs("by_d", "d", "select cast(id as decimal(9, 1)) d from range(3)");
    return place("by_d").toString();
  }

  @Test
  void columnsHaveDecimalDefaults() {
    table("t", "x int", "x");
    sql("insert into CAT.t values (1)");
    sql(
        "alter table CAT.t add columns (a decimal(5, 2) default 1.5, b decimal(5, 2) not null default -0.25, c decimal(5, 2) not null, d decimal(5, 2))");

    assertThat(rows("select * from CAT.t")).containsExactly("1|1.50|-0.25|-999.99|null");
    assertThat(rows("describe table extended CAT.t").toString()).doesNotContain("-999.99");
    if (!spark.version().matches("(3|4[.]0)[.].*")) {
      sql("insert into CAT.t (x, c) values (2, 3)");
      assertThat(rows("select * from CAT.t where x = 2")).containsExactly("2|1.50|-0.25|3.00|null");
    }
  }

  @Test
  void listsOfDecimalsAreReadAndWritten() {
    tableAs(
        "t", "x", "select 1 x, array(1.25, -3, 0.01) l, cast(array() as array<decimal(4, 1)>) e");

    assertThat(rows("select * from CAT.t")).containsExactly("1|[1.25, -3.00, 0.01]|[]");
    assertThat(rows("select l[1] from CAT.t where array_contains(l, 1.25)"))
        .containsExactly("-3.00");
  }

  @Test
  void aTableIsCreatedAgainWithItsDecimals() {
    sql(
        "create table CAT.t (d decimal(9, 3), a decimal(18, 6), u decimal(20, 0), b bigint)"
            + " tblproperties (dimensions = 'd', 'schema.dim.d.min' = '-1.5', 'schema.dim.d.max' ="
            + " '1.5', 'schema.dim.d.extent' = '0.25')");
    String statement = sql("show create table CAT.t").collectAsList().get(0).getString(0);
    assertThat(statement).contains("-1.500", "0.250");
    Object schema = schema("t");
    Object metadata = azulejo.open(place("t")).metadata();
    sql("drop table CAT.t");

    spark.sql(statement);

    assertThat(schema("t")).isEqualTo(schema);
    assertThat(azulejo.open(place("t")).metadata()).isEqualTo(metadata);
  }

  @Test
  void aDimensionOfDecimalsHasAllNumbersOfItsTypeWhereNoDomainIsGiven() {
    table("t", "d decimal(18, 2)", "d");
    sql("insert into CAT.t values (9999999999999999.99), (-9999999999999999.99)");

    assertThat(rows("select * from CAT.t"))
        .containsExactly("-9999999999999999.99", "9999999999999999.99");
    refused(
            "create table CAT.u (d decimal(4, 2)) tblproperties (dimensions = 'd', 'schema.dim.d.min' = '0.001', 'schema.dim.d.max' = 1)")
        .hasStackTraceContaining("\"0.001\" is not a number that fits decimal(4,2)");
  }

  @Test
  void hintsThatDoNotFitAreIgnored() {
    table("t", "x bigint, i int, f double, n bigint", "x");
    sql("insert into CAT.t values (100, 100, 100, 100)");
    for (String column : List.of("i", "f")) {
      hint("t", column, MetadataValue.ofString("decimal(10,2)"));
    }
    for (String wrong : List.of("decimal(19,2)", "decimal(5,6)", "decimal(0,0)", "decimal", "?")) {
      hint("t", "n", MetadataValue.ofString(wrong));
      assertThat(rows("select * from CAT.t")).as(wrong).containsExactly("100|100|100.0|100");
    }
    hint("t", "n", MetadataValue.ofString("DECIMAL( 10, 2 )"));
    assertThat(rows("select * from CAT.t")).containsExactly("100|100|100.0|1.00");
  }

  @Test
  void hintsCountForCellsThatWereWrittenLater() throws Exception {
    spark
        .sql("select 1 x, 1.25 d")
        .write()
        .format("azulejo")
        .option("dimensions", "x")
        .option("timestamp_end", "1000")
        .save(place("t").toString());
    spark.sql("select 2 x, 2.5 d").writeTo(catalog + ".t").option("timestamp_end", "2000").append();

    Dataset<Row> later = load("t", "timestamp_start", "1500", "timestamp_end", "2500");

    assertThat(rows(later)).containsExactly("2|2.50");
  }

  @Test
  void aColumnThatIsAddedAgainAsAnIntegerIsOne() {
    table("t", "x int, d decimal(10, 2)", "x");
    sql("alter table CAT.t drop column d");
    sql("alter table CAT.t add column (d bigint)");

    assertThat(type("t", "d")).isEqualTo(DataTypes.LongType);
  }

  @Test
  void streamsOfDecimalsAreReadAndWritten() throws Exception {
    for (String table : List.of("a", "b")) {
      sql(
          "create table CAT.%s (x int, d decimal(10, 2)) tblproperties (dimensions = 'x')"
              .formatted(table));
    }
    sql("insert into CAT.a values (1, 1.25), (2, -1.25), (3, null)");
    Dataset<Row> stream = Streams.from(place("a"), Map.of());

    Streams.write(stream, "append", folder.resolve("checkpoint"), place("b"));

    assertThat(rows("select * from CAT.b")).containsExactly("1|1.25", "2|-1.25", "3|null");
    for (String other : List.of("decimal(10, 3)", "bigint")) {
      assertThatThrownBy(
              () ->
                  Streams.write(
                      stream.selectExpr("x", "cast(d as %s) d".formatted(other)),
                      "append",
                      folder.resolve("refused" + other.length()),
                      place("b")))
          .hasStackTraceContaining("cast it to DECIMAL(10,2)");
    }
  }

  @Test
  void batchesOfAStreamThatBeganBeforeAColumnKnowItsType() throws Exception {
    table("a", "x int", "x");
    sql("insert into CAT.a values (1)");
    Path checkpoint = folder.resolve("checkpoint");
    assertThat(Streams.read(Streams.from(place("a"), Map.of()), checkpoint))
        .containsExactly(List.of("1"));
    sql("alter table CAT.a add column (d decimal(10, 2) default -1.25)");
    sql("insert into CAT.a values (2, -2.5)");

    assertThat(Streams.read(Streams.from(place("a"), Map.of()), checkpoint))
        .containsExactly(List.of("2|-2.50"));
  }
}
