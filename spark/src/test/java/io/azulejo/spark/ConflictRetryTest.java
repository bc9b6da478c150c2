package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.ConflictException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Statements with {@code conflicts=retry} run again if another writer came first. The other writer
 * is a function in the statement, which appends rows from 100 on while the statement reads.
 */
class ConflictRetryTest extends ArraysInCatalog {
  /** How many more rows the other writer appends; static, because Spark copies functions. */
  private static final AtomicInteger LEFT = new AtomicInteger();

  private static final AtomicInteger INTERFERED = new AtomicInteger();

  @BeforeEach
  void prepare() {
    set(catalog, "conflicts", "retry");
    tableAs("t", "x", "select 1 x, 10L v");
    LEFT.set(0);
    INTERFERED.set(0);
    String array = folder.resolve("t").toString();
    UserDefinedFunction interfere =
        functions.udf(
            (Long v) -> {
              if (LEFT.getAndDecrement() > 0) {
                append(array, 100 + INTERFERED.getAndIncrement());
              }
              return v;
            },
            DataTypes.LongType);
    spark.udf().register("interfere", interfere);
  }

  private static void append(String array, int x) {
    try (Azulejo azulejo = Azulejo.create();
        var out = azulejo.array(Location.of(array)).writer(WriteRequest.DEFAULT)) {
      out.append(
          Batch.of(Column.of("x", Datatype.INT32, x), Column.of("v", Datatype.INT64, List.of(0L))));
      out.commit();
    }
  }

  private List<String> rows() {
    return rows("select * from CAT.t");
  }

  @Test
  void statementsRunAgainOnThePresentRows() {
    LEFT.set(2);
    sql("update CAT.t set v = interfere(v) + 1");
    assertThat(rows()).containsExactly("100|1", "101|1", "1|11");

    LEFT.set(1);
    sql(
        "merge into CAT.t t using (select x, interfere(v) v from CAT.t where x = 1) s on t.x = s.x"
            + " when matched then update set v = s.v * 2"
            + " when not matched by source then update set v = -1");
    assertThat(rows()).containsExactly("100|-1", "101|-1", "102|-1", "1|22");

    LEFT.set(1);
    sql("delete from CAT.t where interfere(v) = -1");
    assertThat(rows()).containsExactly("103|0", "1|22");

    LEFT.set(1);
    sql(
        "with sums as (select sum(interfere(v)) s, max(x) last from CAT.t)"
            + " insert overwrite CAT.t select last, s from sums");
    assertThat(rows()).containsExactly("104|22");
    assertThat(INTERFERED).hasValue(5);
  }

  @Test
  @Tag("slow")
  void aStatementThatAnotherWriterAlwaysPrecedesFailsInTheEnd() {
    LEFT.set(Integer.MAX_VALUE);

    refused("update CAT.t set v = interfere(v) + 1 where x = 1")
        .hasStackTraceContaining(ConflictException.class.getName())
        .hasStackTraceContaining("the array changed after its rows were read");

    assertThat(rows()).contains("1|10").hasSize(1 + INTERFERED.get());
    assertThat(INTERFERED).hasValueGreaterThan(10);
  }

  @Test
  void programsAndScriptsOfSeveralStatementsAreNotRunAgain() {
    LEFT.set(1);
    assertThatThrownBy(
            () ->
                spark
                    .sql("select x, interfere(v) v from %s.t".formatted(catalog))
                    .writeTo(catalog + ".t")
                    .overwrite(functions.lit(true)))
        .hasStackTraceContaining("run the statement again");
    assertThat(rows()).containsExactly("100|0", "1|10");

    LEFT.set(1);
    refused(
            "from (select x, interfere(v) v from CAT.t) insert overwrite CAT.t select x, v"
                + " insert into CAT.t select x + 1000, v")
        .isInstanceOf(RuntimeException.class);
    assertThat(rows()).contains("100|0", "1|10");
  }

  @Test
  void statementsWithParametersAreNotRunAgain() {
    LEFT.set(1);
    assertThatThrownBy(
            () ->
                spark.sql(
                    "update %s.t set v = interfere(v) + :n".formatted(catalog), Map.of("n", 5)))
        .hasStackTraceContaining("run the statement again");
    assertThat(rows()).containsExactly("100|0", "1|10");
  }
}
