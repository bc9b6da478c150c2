package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions about groups, as they are asked and answered on the command line. */
class AggregateCommandTest {
  private static final String GRID = Session.sample("grid");
  private static final String COLORS = Session.sample("colors");
  private static final String DAYS = Session.sample("days");

  @Test
  void groupsOfEnumerationsComeByTheirValues() {
    assertThat(done("agg", COLORS, "count(), count(distinct n) by w", "--format", "csv"))
        .isEqualTo(
            """
            w,count(),count(distinct n)
            blue,3,2
            dark blue,5,2
            green,5,2
            red,7,2
            """);
  }

  @Test
  void rowsComeInTheOrderThatIsAskedFor() {
    assertThat(
            done(
                "agg",
                COLORS,
                "count() by w",
                "--order-by",
                "COUNT( ) desc, w desc",
                "--top",
                "2",
                "--format",
                "csv"))
        .isEqualTo("w,count()\nred,7\ngreen,5\n");
    assertThat(done("agg", COLORS, "count() by w", "--top", "1", "--format", "csv"))
        .isEqualTo("w,count()\nblue,3\n");
    assertThat(done("agg", COLORS, "count() by w having count() < 0", "--format", "csv"))
        .isEqualTo("w,count()\n");
  }

  @Test
  void tablesRoundWhatProgramsGetExactly() {
    assertThat(done("agg", GRID, "mean(a), stddev(a)"))
        .isEqualTo(
            """
             mean(a)  stddev(a)
            ───────────────────
            0.493671    %s
            """
                .formatted(
                    String.format(
                        java.util.Locale.ROOT,
                        "%.4f",
                        Double.parseDouble(
                            done("agg", GRID, "stddev(a)", "--format", "csv").split("\n")[1]))));
    assertThat(done("agg", GRID, "mean(a)", "--format", "csv"))
        .isEqualTo("mean(a)\n0.4936708860759494\n");
  }

  @Test
  void datesMakePeriods() {
    String months = done("agg", DAYS, "count() by months(day)", "--format", "csv");
    assertThat(months).startsWith("months(day),count()\n1969-12-01,");
    assertThat(done("agg", DAYS, "count() by year(day)", "--format", "csv"))
        .startsWith("year(day),count()\n1969,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sum(w)|cannot calculate with values of an enumeration",
        "median(w)|cannot calculate with values of an enumeration",
        "total(n)|unknown aggregate; valid: count, null_count, sum, min, max, mean, count(distinct ...)",
        "count() by decade(n)|group by a field, or by year, quarter, month, day",
        "count() by month(n)|but month needs datetimes",
      })
  void saysWhatWouldBeRight(String question, String message) {
    Session session = Session.of("agg", COLORS, question);
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).contains(message);
  }

  @Test
  void namesTheColumnsThatThereAre() {
    Session session = Session.of("agg", COLORS, "count() by w", "--order-by", "sum(n)");
    assertThat(session.err)
        .isEqualTo("azulejo: --order-by sum(n): unknown column; valid: w, count()\n");
  }
}
