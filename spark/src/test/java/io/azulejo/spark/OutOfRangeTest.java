package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Datetimes that Spark cannot count fail a query, or are null if the option says so. */
class OutOfRangeTest extends ArraysInCatalog {
  private static final long MOST_SECONDS = Long.MAX_VALUE / 1_000_000;

  @BeforeEach
  void registerWithNulls() {
    register(catalog + "n");
    set(catalog + "n", "out_of_range", "null");
  }

  /** Runs a statement in which CAT is a catalog without the option, and NULLS one with it. */
  @Override
  Dataset<Row> sql(String statement) {
    return super.sql(statement.replace("NULLS", catalog + "n"));
  }

  /** Seconds and days within and beyond what Spark can count. */
  private void create(String name) {
    azulejo.create(
        place(name),
        TestSchemas.of("sparse(x INT64 0..99/10) s DATETIME_SEC, d DATETIME_DAY nullable"));
    append(
        place(name),
        Column.of("x", Datatype.INT64, 0, 1, 2, 3, 4),
        Column.of(
            "s",
            Datatype.DATETIME_SEC,
            0,
            MOST_SECONDS,
            MOST_SECONDS + 1,
            -MOST_SECONDS - 1,
            Long.MIN_VALUE),
        Column.of("d", Datatype.DATETIME_DAY, List.of(0L, 1L << 31, 1L, -1L << 40, 2L)));
  }

  @Test
  void theyFailTheQueryUnlessTheOptionMakesThemNull() {
    create("t");
    for (String column : List.of("s", "d")) {
      assertThatThrownBy(() -> rows("select %s from CAT.t".formatted(column)))
          .hasStackTraceContaining("out of Spark's range")
          .hasStackTraceContaining("out_of_range=null");
    }
    assertThat(rows("select x, s is null, d from NULLS.t"))
        .containsExactly(
            "0|false|1970-01-01",
            "1|false|null",
            "2|true|1970-01-02",
            "3|true|null",
            "4|true|1970-01-03");
    assertThat(sql("select * from NULLS.t").schema().apply("s").nullable()).isTrue();
    assertThatThrownBy(() -> load("t", "out_of_range", "ignore"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("\"ignore\" is not fail or null");
  }

  @Test
  void filtersAndAggregatesSeeNulls() {
    create("t");
    for (String where :
        List.of(
            "s is null",
            "s is not null",
            "s > timestamp_ntz'1970-01-01 00:00:00'",
            "not (s > timestamp_ntz'1970-01-01 00:00:00')",
            "s <= timestamp_ntz'1970-01-01 00:00:00' or d is null",
            "d <> date'1970-01-01'",
            "d in (date'1970-01-02', date'1970-01-03')",
            "d <=> null")) {
      Dataset<Row> pushed = sql("select x from NULLS.t where " + where);
      Dataset<Row> plain =
          load("t", "out_of_range", "null", "pushdown", "false").where(where).select("x");
      assertThat(rows(pushed)).as(where).isEqualTo(rows(plain)).isNotEmpty();
      assertThat(plan(pushed)).as(where).doesNotContain("Filter (");
    }
    assertThat(rows("select count(*), count(s), count(d), min(d), max(d) from NULLS.t"))
        .containsExactly("5|2|3|1970-01-01|1970-01-03");
    assertThat(rows("select s is null, count(*) from NULLS.t group by s"))
        .containsExactly("false|1", "false|1", "true|3");
    assertThat(rows("select d, count(*) from NULLS.t group by d"))
        .containsExactly("1970-01-01|1", "1970-01-02|1", "1970-01-03|1", "null|2");
    assertThat(rows("select d from (select d from NULLS.t order by d nulls last limit 2)"))
        .containsExactly("1970-01-01", "1970-01-02");
  }

  @Test
  void timesOfDimensionsAndListsAreNullToo() {
    azulejo.create(
        place("t"),
        TestSchemas.of(
            "sparse(t DATETIME_SEC %s..%s/4) l DATETIME_DAY var",
            MOST_SECONDS - 9, MOST_SECONDS + 10));
    byte[] days =
        ByteBuffer.allocate(24)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(1)
            .putLong(1L << 31)
            .putLong(2)
            .array();
    azulejo
        .array(place("t"))
        .append(
            Batch.of(
                2,
                List.of(
                    Column.of("t", Datatype.DATETIME_SEC, MOST_SECONDS, MOST_SECONDS + 1),
                    new VarColumn(
                        "l", Datatype.DATETIME_DAY, 2, new int[] {0, 16, 24}, days, null))));

    assertThat(rows("select t is null, l from NULLS.t"))
        .containsExactly("false|[1970-01-02, null]", "true|[1970-01-03]");
    assertThat(rows("select l from NULLS.t where t is null")).containsExactly("[1970-01-03]");
    assertThat(rows("select t is null from NULLS.t order by t limit 1")).containsExactly("true");
    assertThat(
            load("t", "out_of_range", "null", "order", "dimensions")
                .orderBy("t")
                .selectExpr("t is null")
                .first()
                .getBoolean(0))
        .isTrue();
  }

  @Test
  void datesThatCanBeNullAreNotPartitionedByTiles() {
    table("t", "d date, a int", "d");
    sql("insert into CAT.t values (date'2000-01-01', 1)");

    assertThatThrownBy(() -> load("t", "out_of_range", "null", "partition_by", "d").collectAsList())
        .hasMessageContaining("dates of \"d\" can be null");
  }

  @Test
  void rowsThatAreUpdatedLoseNoTimes() {
    create("t");

    for (String statement :
        List.of(
            "update NULLS.t set x = x + 50 where x = 3",
            "update NULLS.t set d = null where d is null",
            "merge into NULLS.t t using (select 1L x) n on t.x = n.x when matched then update set s = null")) {
      refused(statement).as(statement).hasStackTraceContaining("out of Spark's range");
    }
    sql("update NULLS.t set d = date'2000-01-01' where x = 0");
    sql("delete from NULLS.t where s is null and x > 2");
    assertThat(rows("select x, d from NULLS.t"))
        .containsExactly("0|2000-01-01", "1|null", "2|1970-01-02");
  }
}
