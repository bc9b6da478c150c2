package io.azulejo.imports.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.schema.Datatype;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Numbers that stand for no value, of all types. */
class MissingNumbersTest {
  private static final double LEAST = Double.NEGATIVE_INFINITY;
  private static final double GREATEST = Double.POSITIVE_INFINITY;

  private static MissingNumbers of(Datatype stored, Number... none) {
    return new MissingNumbers(stored, List.of(none), LEAST, GREATEST);
  }

  @Test
  void whatATypeCannotHoldMatchesNothing() {
    Number[] none = {Double.NaN, 1e20, -1e20, GREATEST, LEAST, 0.5, 300L, -129L, Float.NaN};

    assertThat(of(Datatype.INT8, none).any()).isFalse();
    assertThat(of(Datatype.UINT8, none).any()).isFalse();
  }

  @Test
  void numbersOfUnsignedTypesMayHaveASign() {
    assertThat(of(Datatype.UINT8, -1L).has(255, 255)).isTrue();
    assertThat(of(Datatype.UINT16, -1L).has(255, 255)).isFalse();
    assertThat(of(Datatype.UINT64, 0x1p64 - 2048).has(-2048, 0x1p64 - 2048)).isTrue();
    assertThat(of(Datatype.UINT64, 0x1p64).any()).isFalse();
    assertThat(MissingNumbers.unsigned(-1)).isEqualTo(0x1p64);
    assertThat(MissingNumbers.unsigned(Long.MIN_VALUE)).isEqualTo(0x1p63);
  }

  @Test
  void numbersAreComparedAsTheStoredTypeHasThem() {
    assertThat(of(Datatype.FLOAT32, -999.9).has((double) -999.9f)).isTrue();
    assertThat(of(Datatype.FLOAT64, -999.9f).has(-999.9)).isFalse();
    assertThat(of(Datatype.INT32, -9999.0f).has(-9999, -9999)).isTrue();
    assertThat(of(Datatype.INT64, 0x1p63).any()).isFalse();
    assertThat(of(Datatype.INT64, -0x1p63).has(Long.MIN_VALUE, -0x1p63)).isTrue();
  }

  @Test
  void notANumberIsAlwaysMissing() {
    MissingNumbers missing = of(Datatype.FLOAT64);
    assertThat(missing.has(Double.NaN)).isTrue();
    assertThat(missing.has(GREATEST)).isFalse();
    assertThat(missing.any()).isFalse();
  }
}
