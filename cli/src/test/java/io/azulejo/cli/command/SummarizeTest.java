package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.cli.Session;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the bundled arrays are like, field by field; and fields that they lack. */
class SummarizeTest {
  private static final String GRID = Session.sample("grid");
  private static final String COLORS = Session.sample("colors");

  @Test
  void showsATableForPeople() {
    assertThat(done("summarize", COLORS))
        .isEqualTo(
            """
            field  type   count  nulls  min  max  mean  distinct  top
            ────────────────────────────────────────────────────────────────────────────────────
            i      INT32     20      0  1    20   10.5  20
            w      UINT8     20      0                  4         red ×7, green ×5, dark blue ×5
            n      INT32     15      5  1    7          3         7 ×10, 1 ×4, 5 ×1
            plain  INT32     20      0  3    86   42.7  18        18 ×2, 72 ×2
            """);
  }

  @Test
  void showsRowsForPrograms() {
    assertThat(done("summarize", GRID, "--fields", "a,s", "--top", "1", "--format", "csv"))
        .isEqualTo(
            """
            field,type,count,nulls,nan,min,max,mean,distinct,top
            a,INT32,79,0,0,-50,47,0.4936708860759494,52,-37 ×3
            s,STRING_UTF8[],63,16,0,\"""\""",日本,,18,alphabet ×8
            """);
    assertThat(done("summarize", COLORS, "--fields", "n", "--format", "json"))
        .isEqualTo(
            """
            {"field":"n","type":"INT32","count":15,"nulls":5,"nan":0,"min":1,"max":7,"mean":null,\
            "distinct":3,"distinct_exact":true,"top":[{"value":7,"count":10},\
            {"value":1,"count":4},{"value":5,"count":1}],"top_exact":true}
            """);
  }

  @Test
  void agreesWithAggregates() {
    String[] selection = {"--where", "a > 10", "--range", "y=2..8", "--format", "csv"};
    String[] summary = done(concat(selection, "summarize", GRID, "--fields", "f")).split("[\n,]");
    String[] aggregates =
        done(concat(selection, "agg", GRID, "count(f), null_count(f), min(f), max(f)"))
            .split("\n")[1]
            .split(",");
    assertThat(summary[12]).isEqualTo(aggregates[0]);
    assertThat(summary[13]).isEqualTo(aggregates[1]);
    assertThat(summary[15]).isEqualTo(aggregates[2]);
    assertThat(summary[16]).isEqualTo(aggregates[3]);
  }

  @Test
  void takesOnlyCellsOfADenseArrayThatWereWritten() {
    Session before = Session.of("summarize", GRID, "--at", "5", "--fields", "a", "--format", "csv");
    assertThat(before.out).endsWith("a,INT32,0,0,0,,,,0,\"\"\n");
    assertThat(before.err).contains("nothing was written to").hasLineCount(1);
    assertThat(done("summarize", GRID, "--fields", "a", "--format", "csv"))
        .contains("a,INT32,79,")
        .doesNotContain(String.valueOf(Integer.MIN_VALUE));
  }

  @Test
  void meansOfDatetimesAreDatetimes() {
    assertThat(done("summarize", Session.sample("days"), "--fields", "day", "--format", "json"))
        .contains("\"min\":\"1969-12-22\",\"max\":\"1970-01-25\",\"mean\":\"1970-01-10\"");
  }

  @Test
  void leavesOutNanAndNatAndSumsLargeNumbersExactly(@TempDir Path folder) {
    Location array = Location.of(folder.resolve("array"));
    try (Azulejo azulejo = Azulejo.builder().build()) {
      azulejo.create(
          array,
          TestSchemas.of(
              "sparse(x INT32 1..4/4) f FLOAT64, t DATETIME_MS, h TIME_SEC, u UINT64, i INT64, b"
                  + " BOOL"));
      long min = Long.MIN_VALUE;
      azulejo
          .array(array)
          .append(
              Batch.of(
                  Column.of("x", Datatype.INT32, 1, 2, 3, 4),
                  Column.of("f", Datatype.FLOAT64, Double.NaN, -1.5, 4, Double.NaN),
                  Column.of("t", Datatype.DATETIME_MS, min, min, min, min),
                  Column.of("h", Datatype.TIME_SEC, 60, 61, 60, 61),
                  Column.of("u", Datatype.UINT64, -1, -1, -1, -1),
                  Column.of("i", Datatype.INT64, min, min, min, min),
                  Column.of("b", Datatype.BOOL, 1, 0, 1, 1)));
    }
    String fields = "f,t,h,u,i,b";
    assertThat(
            done("summarize", array.toString(), "--fields", fields, "--top", "0", "--format=csv"))
        .isEqualTo(
            """
            field,type,count,nulls,nan,min,max,mean,distinct,top
            f,FLOAT64,4,0,2,-1.5,4.0,1.25,3,""
            t,DATETIME_MS,4,0,4,,,,1,""
            h,TIME_SEC,4,0,0,60,61,60.5,2,""
            u,UINT64,4,0,0,18446744073709551615,18446744073709551615,1.8446744073709552e19,1,""
            i,INT64,4,0,0,-9223372036854775808,-9223372036854775808,-9.223372036854776e18,1,""
            b,BOOL,4,0,0,false,true,0.75,2,""
            """);
  }

  @Test
  void summarizesLabels() {
    Path array = CorpusFolder.bundledSelection().path().resolve("made-schema/labels-two/array");
    assertThat(done("summarize", array.toString(), "--fields", "lat,name,a", "--format", "csv"))
        .isEqualTo(
            """
            field,type,count,nulls,nan,min,max,mean,distinct,top
            lat,FLOAT64,20,0,0,-2.0,7.5,2.75,20,""
            name,STRING_ASCII[],20,0,0,k100,k157,,20,""
            a,INT32,20,0,0,-44,45,-3.5,18,-21 ×3
            """);
  }

  @Test
  void refusesLessThanNothing() {
    Session session = Session.of("summarize", GRID, "--top", "-1");
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).isEqualTo("azulejo: --top -1: must be at least 0\n");
  }

  private static String[] concat(String[] last, String... first) {
    String[] all = Arrays.copyOf(first, first.length + last.length);
    System.arraycopy(last, 0, all, first.length, last.length);
    return all;
  }
}
