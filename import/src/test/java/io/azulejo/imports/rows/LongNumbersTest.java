package io.azulejo.imports.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.schema.Datatype;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.NumberParser;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
    String reason = "7...\" has 1,048,576 characters; numbers may have at most 2,000";

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e-500000000",
        "-25E-2147483000",
        "1e-99999999999",
        "1,000e-99999999999",
        "0.5",
        "12e-1"
      })
  @Timeout(10)
  void smallFractionsAreNotIntegers(String text) {
    assertThatThrownBy(
            () -> NumberParser.integer(text.toCharArray(), 0, text.length(), Datatype.INT64))
        .isInstanceOf(BadCell.class)
        .hasMessage("\"%s\" has decimals, but the type is INT64", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e600000000", "1e2147483648", "1e99999999999", "1,000e99999999999"})
  @Timeout(10)
  void largeExponentsDoNotFitIntoIntegers(String text) {
    assertThatThrownBy(
            () -> NumberParser.integer(text.toCharArray(), 0, text.length(), Datatype.INT64))
        .isInstanceOf(BadCell.class)
        .hasMessage("\"%s\" is out of range for INT64", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0e-600000000", "0.000", "0e600000000", "-0e5"})
  @Timeout(10)
  void zeroIsAnIntegerWhateverItsExponent(String text) {
    assertThat(NumberParser.integer(text.toCharArray(), 0, text.length(), Datatype.INT64)).isZero();
  }

  @Test
  void integersMayHaveExponents() {
    assertThat(NumberParser.integer("1200e-2".toCharArray(), 0, 7, Datatype.INT64)).isEqualTo(12);
    assertThat(NumberParser.integer("1.5E3".toCharArray(), 0, 5, Datatype.INT64)).isEqualTo(1500);
  }
}
