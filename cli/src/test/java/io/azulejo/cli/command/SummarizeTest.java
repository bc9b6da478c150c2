package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.output.ColumnSummary;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.text.output.CellText;
import io.azulejo.text.output.RowField;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

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
  void leavesNumbersThatAreNoneOutOfTheOrder() {
    ByteBuffer data = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
    data.putDouble(Double.NaN).putDouble(-1.5).putDouble(4).putDouble(Double.NaN);
    ColumnSummary summary = new ColumnSummary(RowField.of("f", Datatype.FLOAT64));
    summary.add(new FixedColumn("f", Datatype.FLOAT64, 1, 4, data.array(), null), 4);
    assertThat(summary.noNumbers()).isEqualTo(2);
    assertThat(summary.min(CellText.Notation.PLAIN)).contains("-1.5");
    assertThat(summary.max(CellText.Notation.PLAIN)).contains("4.0");
    assertThat(summary.mean(CellText.Notation.PLAIN)).contains("1.25");
    assertThat(summary.values().distinct()).isEqualTo(3);
  }

  @Test
  void sumsOfLargeWholeNumbersDoNotOverflow() {
    ByteBuffer data = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    data.putLong(-1).putLong(-1).putLong(-1);
    ColumnSummary unsigned = new ColumnSummary(RowField.of("u", Datatype.UINT64));
    unsigned.add(new FixedColumn("u", Datatype.UINT64, 1, 3, data.array(), null), 3);
    assertThat(unsigned.mean()).hasValue(0x1p64);
    assertThat(unsigned.max(CellText.Notation.PLAIN)).contains("18446744073709551615");
    data.putLong(0, Long.MIN_VALUE).putLong(8, Long.MIN_VALUE).putLong(16, Long.MIN_VALUE);
    ColumnSummary signed = new ColumnSummary(RowField.of("i", Datatype.INT64));
    signed.add(new FixedColumn("i", Datatype.INT64, 1, 3, data.array(), null), 3);
    assertThat(signed.mean()).hasValue(-0x1p63);
    ColumnSummary times = new ColumnSummary(RowField.of("t", Datatype.DATETIME_MS));
    times.add(new FixedColumn("t", Datatype.DATETIME_MS, 1, 3, data.array(), null), 3);
    assertThat(times.noNumbers()).isEqualTo(3);
    assertThat(times.min(CellText.Notation.PLAIN)).isEmpty();
  }

  @Test
  void refusesLessThanNothing() {
    Session session = Session.of("summarize", GRID, "--top", "-1");
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).isEqualTo("azulejo: --top -1: the least is 0\n");
  }

  private static String[] concat(String[] last, String... first) {
    String[] all = Arrays.copyOf(first, first.length + last.length);
    System.arraycopy(last, 0, all, first.length, last.length);
    return all;
  }
}
