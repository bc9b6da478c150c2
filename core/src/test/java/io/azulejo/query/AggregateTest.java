package io.azulejo.query;

import static org.assertj.core.api.Assertions.assertThat;

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
}
