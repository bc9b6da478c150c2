package io.azulejo.query;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import org.junit.jupiter.api.Test;

class AggregateTest {
  @Test
  void isWrittenAsItsFunctionOfItsField() {
    assertThat(Aggregate.count()).hasToString("count()");
    assertThat(Aggregate.count("a")).hasToString("count(a)");
    assertThat(Aggregate.nullCount("a")).hasToString("null_count(a)");
    assertThat(Aggregate.sum("a")).hasToString("sum(a)");
    assertThat(Aggregate.min("a")).hasToString("min(a)");
    assertThat(Aggregate.max("a")).hasToString("max(a)");
    assertThat(Aggregate.mean("a")).hasToString("mean(a)");
  }

  @Test
  void writesNamesThatAreNotPlainInQuotes() {
    assertThat(Aggregate.sum("wind speed")).hasToString("sum(\"wind speed\")");
    assertThat(Aggregate.sum("a\"b")).hasToString("sum(\"a\"\"b\")");
    assertThat(Aggregate.count("")).hasToString("count(\"\")");
  }

  @Test
  void isTheSameAsOneOfTheSameFunctionAndField() {
    assertThat(Aggregate.sum("a")).isEqualTo(Aggregate.of(Aggregate.Function.SUM, "a"));
    assertThat(Aggregate.sum("a")).hasSameHashCodeAs(Aggregate.sum("a"));
    assertThat(Aggregate.sum("a")).isNotEqualTo(Aggregate.sum("b"));
    assertThat(Aggregate.sum("a")).isNotEqualTo(Aggregate.mean("a"));
    assertThat(Aggregate.count()).isNotEqualTo(Aggregate.count(""));
  }

  @Test
  void isReadFromTheTextThatItIsWrittenAs() {
    for (Aggregate aggregate :
        List.of(
            Aggregate.count(),
            Aggregate.count("a"),
            Aggregate.nullCount("null"),
            Aggregate.sum("wind speed"),
            Aggregate.min("a\"b"),
            Aggregate.max(""),
            Aggregate.mean("P1D"),
            Aggregate.countDistinct("a b"),
            Aggregate.countDistinct("distinct"),
            Aggregate.median("x"),
            Aggregate.quantile("x", 0.9),
            Aggregate.quantile("x", 1e-9),
            Aggregate.quantile("x", 1),
            Aggregate.stddev("x"),
            Aggregate.var("x"),
            Aggregate.first("x"),
            Aggregate.last("x"))) {
      assertThat(Aggregate.parse(aggregate.toString())).isEqualTo(aggregate);
    }
    assertThat(Aggregate.parse(" MEAN ( temp ) ")).isEqualTo(Aggregate.mean("temp"));
  }

  @Test
  void isReadInListsWithTheFieldsThatMakeGroups() {
    Aggregation read = Aggregation.parse("count(), mean(temp), max(\"by\") by station, \"a year\"");

    assertThat(read.aggregates())
        .containsExactly(Aggregate.count(), Aggregate.mean("temp"), Aggregate.max("by"));
    assertThat(read.groupBy()).containsExactly(Grouping.by("station"), Grouping.by("a year"));
    assertThat(read).hasToString("count(), mean(temp), max(by) by station, \"a year\"");
    assertThat(Aggregation.parse(read.toString())).isEqualTo(read);
    assertThat(Aggregation.parse("count()").groupBy()).isEmpty();
    assertThat(Aggregation.parse("sum(by) by by").groupBy()).containsExactly(Grouping.by("by"));
  }

  @Test
  void tellsWhereAListCannotBeRead() {
    assertError("", "expected an aggregate such as count() or mean(temp)", 0);
    assertError("count(), avg(temp)", "write mean instead of avg", 9);
    assertError("total(a)", "unknown aggregate; valid: count, null_count, sum, min, max, mean", 0);
    assertError("count(*)", "write count() for the number of cells", 6);
    assertError("sum()", "the field is missing; write sum(temp)", 4);
    assertError("sum(1)", "expected the name of a field, in double quotes if it looks", 4);
    assertError("count", "expected ( after count", 5);
    assertError("sum(a b)", "expected )", 6);
    assertError("count() mean(a)", "expected a comma, by, having or the end", 8);
    assertError("count() by", "expected the name of a field", 10);
    assertError("count() by a b", "expected a comma, having or the end", 13);
    assertError(
        "count() by wind-speed",
        "expected a comma, having or the end: only conditions after having can calculate; put names"
            + " with characters other than letters",
        15);
    refuses(() -> Aggregate.parse("count(), count()"));
  }

  @Test
  void readsPeriodsIntervalsAndWhichGroupsAreWanted() {
    Aggregation read =
        Aggregation.parse(
            "count(distinct x), quantile(x, .9) by months(t), BIN(\"a b\", 2.50) having"
                + " COUNT(DISTINCT x) > 3 and quantile(x,0.90) < 5 or months( t ) = 2019-03");

    assertThat(read.groupBy())
        .containsExactly(Grouping.by(Grouping.Function.MONTHS, "t"), Grouping.bin("a b", 2.5));
    assertThat(read.having())
        .contains(
            Condition.field("count(distinct x)")
                .greaterThan(3)
                .and(Condition.field("quantile(x, 0.9)").lessThan(5))
                .or(Condition.field("months(t)").equalTo("2019-03")));
    assertThat(Aggregation.parse(read.toString())).isEqualTo(read);
    assertThat(Aggregation.parse("count() having count() > 1").having()).isPresent();
    assertThat(Aggregation.parse("count() by having").groupBy())
        .containsExactly(Grouping.by("having"));
    assertThat(Aggregate.parse("count(distinct)")).isEqualTo(Aggregate.count("distinct"));
  }

  @Test
  void tellsWhatIsWrongWithPeriodsIntervalsAndQuantiles() {
    assertError("std(a)", "write stddev instead of std", 0);
    assertError("quantile(a)", "expected a comma and the fraction of the values below it", 10);
    assertError("quantile(a, 90)", "the fraction of a quantile must be from 0 to 1", 10);
    assertError("count() by years(t)", "group by a field, or by year, quarter, month", 11);
    assertError("count() by bin(x)", "expected a comma and the width of the intervals", 16);
    assertError("count() by bin(x, 0)", "the width must be positive", 16);
    assertError("count() having sum(x) > 1", "sum(x) is not in the list; add it", 15);
    refuses(() -> Aggregation.parse("count() having count() >"));
    assertThatThrownBy(() -> Aggregate.quantile("x", Double.NaN))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> Grouping.bin("x", -1)).isInstanceOf(InvalidRequestException.class);
    refuses(() -> Aggregate.of(Aggregate.Function.QUANTILE, "x"));
    refuses(() -> Grouping.by(Grouping.Function.BIN, "x"));
  }

  private static void assertError(String text, String what, int place) {
    assertThatThrownBy(() -> Aggregation.parse(text))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("the list of aggregates cannot be read: " + what)
        .hasMessageEndingWith("\n  " + text + "\n  " + " ".repeat(place) + "^");
  }
}
