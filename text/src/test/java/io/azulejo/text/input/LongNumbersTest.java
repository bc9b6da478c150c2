package io.azulejo.text.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.schema.Datatype;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cells of digits that are longer than any number. */
class LongNumbersTest {
  private static final int MEGABYTE = 1 << 20;

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "0.", "1e", "1,", "+0.", "."})
  void longDigitsAreTextWhenGuessing(String start) {
    char[] text = (start + "7".repeat(MEGABYTE)).toCharArray();
    NumberEvidence numbers = new NumberEvidence();

    assertThat(numbers.add("12".toCharArray(), 0, 2)).isTrue();
    assertThat(numbers.add(text, 0, text.length)).isFalse();
    assertThat(numbers.isPossible()).isFalse();
  }

  @Test
  void longDigitsAreRefusedInColumnsOfNumbers() {
    char[] text = "7".repeat(MEGABYTE).toCharArray();
    String reason = "7...\" has 1,048,576 characters; a number has at most 2,000";

    assertThatThrownBy(() -> NumberParser.integer(text, 0, text.length, Datatype.INT64))
        .isInstanceOf(BadCell.class)
        .hasMessageContaining(reason);
    assertThatThrownBy(() -> NumberParser.doubleBits(text, 0, text.length))
        .isInstanceOf(BadCell.class)
        .hasMessageContaining(reason);
    assertThatThrownBy(() -> NumberParser.floatBits(text, 0, text.length))
        .isInstanceOf(BadCell.class)
        .hasMessageContaining(reason);
  }

  @Test
  void numbersWithAllTheirDigitsAreRead() {
    String least = new BigDecimal(Double.MIN_VALUE).toPlainString();
    String zeros = "0".repeat(1_000) + "42";

    assertThat(NumberParser.doubleBits(least.toCharArray(), 0, least.length())).isEqualTo(1);
    assertThat(NumberParser.integer(zeros.toCharArray(), 0, zeros.length(), Datatype.INT64))
        .isEqualTo(42);
  }
}
