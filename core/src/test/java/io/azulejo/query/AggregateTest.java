package io.azulejo.query;

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
            Aggregate.mean("P1D"))) {
      assertThat(Aggregate.parse(aggregate.toString())).isEqualTo(aggregate);
    }
    assertThat(Aggregate.parse(" MEAN ( temp ) ")).isEqualTo(Aggregate.mean("temp"));
  }

  @Test
  void isReadInListsWithTheFieldsThatMakeGroups() {
    Aggregation read = Aggregation.parse("count(), mean(temp), max(\"by\") by station, \"a year\"");

    assertThat(read.aggregates())
        .containsExactly(Aggregate.count(), Aggregate.mean("temp"), Aggregate.max("by"));
    assertThat(read.groupBy()).containsExactly("station", "a year");
    assertThat(read).hasToString("count(), mean(temp), max(by) by station, \"a year\"");
    assertThat(Aggregation.parse(read.toString())).isEqualTo(read);
    assertThat(Aggregation.parse("count()").groupBy()).isEmpty();
    assertThat(Aggregation.parse("sum(by) by by").groupBy()).containsExactly("by");
  }

  @Test
  void tellsWhereAListCannotBeRead() {
    assertError("", "expected an aggregate such as count() or mean(temp)", 0);
    assertError("count(), avg(temp)", "write mean in place of avg", 9);
    assertError("total(a)", "there are the aggregates count, null_count, sum, min, max, mean", 0);
    assertError("count(*)", "write count() for the number of cells", 6);
    assertError("sum()", "of which field? Write sum(temp)", 4);
    assertError("sum(1)", "expected the name of a field, in double quotes if it looks", 4);
    assertError("count", "expected ( behind count", 5);
    assertError("sum(a b)", "expected )", 6);
    assertError("count() mean(a)", "expected a comma, by or the end", 8);
    assertError("count() by", "expected the name of a field", 10);
    assertError("count() by a b", "expected a comma or the end", 13);
    assertError("count() by wind-speed", "- means nothing here; a name with other characters", 15);
    assertThatThrownBy(() -> Aggregate.parse("count(), count()"))
        .hasMessageContaining("expected the end");
  }

  private static void assertError(String text, String what, int place) {
    assertThatThrownBy(() -> Aggregation.parse(text))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("the list of aggregates cannot be read: " + what)
        .hasMessageEndingWith("\n  " + text + "\n  " + " ".repeat(place) + "^");
  }
}
