package io.azulejo.text.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FloatingPointTextTest {
  private static final long SEED = Long.getLong("azulejo.seed", 314159);

  @ParameterizedTest
  @CsvSource({
    "0.0,0.0",
    "-0.0,-0.0",
    "1,1.0",
    "-12.25,-12.25",
    "0.1,0.1",
    "0.30000000000000004,0.30000000000000004",
    "2e-3,0.002",
    "1e-4,0.0001",
    "1e-5,1e-5",
    "1.5e-7,1.5e-7",
    "123456789012345,123456789012345.0",
    "9007199254740993,9007199254740992.0",
    "1e16,1e16",
    "1.25e300,1.25e300",
    "4.9E-324,4.9e-324",
    "1.7976931348623157E308,1.7976931348623157e308",
    "100,100.0",
    "20.007,20.007",
    "NaN,NaN",
    "Infinity,Infinity",
    "-Infinity,-Infinity",
  })
  void writesDoublesInAsFewDigitsAsTellThemApart(double value, String text) {
    assertThat(text(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0.1,0.1",
    "3.4028235E38,3.4028235e38",
    "16777216,16777216.0",
    "0.33333334,0.33333334",
    "1.4E-45,1.4e-45",
    "-7.5,-7.5"
  })
  void writesFloatsInAsFewDigitsAsTellThemApart(float value, String text) {
    assertThat(text(value)).isEqualTo(text);
  }

  @Test
  void keepsTheBitsOfUnusualNans() {
    TextBuffer out = new TextBuffer(64);
    FloatingPointText.appendDouble(out, 0xfff8000000000001L);
    FloatingPointText.appendFloat(out.append(' '), 0x7fc00001);
    assertThat(out.toString()).isEqualTo("NaN(0xfff8000000000001) NaN(0x7fc00001)");
  }

  @Test
  void everyNumberComesBackAndNoneIsLongerThanNeeded() {
    System.out.println("azulejo.seed=" + SEED);
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      double value =
          switch (i % 4) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextInt(2_000_000) / 1000.0;
            case 2 -> random.nextLong() / Math.pow(10, random.nextInt(20));
            default -> random.nextGaussian();
          };
      if (Double.isFinite(value)) {
        String text = text(value);
        assertThat(Double.parseDouble(text)).isEqualTo(value);
        assertThat(digits(text)).isEqualTo(digits(NumberOutput.toString(value, true)));
      }
      float single = i % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : (float) value;
      if (Float.isFinite(single)) {
        assertThat(Float.parseFloat(text(single))).isEqualTo(single);
        assertThat(digits(text(single))).isEqualTo(digits(NumberOutput.toString(single, true)));
      }
    }
  }

  private static int digits(String text) {
    BigDecimal number = new BigDecimal(text).stripTrailingZeros();
    return number.precision();
  }

  private static String text(double value) {
    TextBuffer out = new TextBuffer(32);
    FloatingPointText.appendDouble(out, Double.doubleToRawLongBits(value));
    return out.toString();
  }

  private static String text(float value) {
    TextBuffer out = new TextBuffer(32);
    FloatingPointText.appendFloat(out, Float.floatToRawIntBits(value));
    return out.toString();
  }
}
