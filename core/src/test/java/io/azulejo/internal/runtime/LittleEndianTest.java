package io.azulejo.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LittleEndianTest {
  private static final int COUNT = 37;

  @Test
  void widensIntegersOfEachSizeBySignOrZeros() {
    byte[] bytes = new byte[3 + COUNT * Long.BYTES];
    new Random(7).nextBytes(bytes);
    for (int size = 1; size <= Long.BYTES; size *= 2) {
      for (boolean unsigned : new boolean[] {false, true}) {
        long[] widened = new long[COUNT];
        LittleEndian.widen(bytes, 3, size, unsigned, COUNT, widened);
        for (int i = 0; i < COUNT; i++) {
          long expected = 0;
          for (int b = size - 1; b >= 0; b--) {
            byte next = bytes[3 + i * size + b];
            expected = b == size - 1 && !unsigned ? next : expected << Byte.SIZE | next & 0xff;
          }
          assertThat(widened[i]).isEqualTo(expected);
          assertThat(LittleEndian.get(bytes, 3 + i * size, size, unsigned)).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void widensFloatingPointNumbersOfBothSizes() {
    byte[] bytes = new byte[1 + 2 * Double.BYTES];
    LittleEndian.putInt(bytes, 1, Float.floatToRawIntBits(-0.0f));
    LittleEndian.putInt(bytes, 5, Float.floatToRawIntBits(1.5f));
    double[] widened = new double[2];
    LittleEndian.widen(bytes, 1, Float.BYTES, 2, widened);
    assertThat(widened).containsExactly(-0.0, 1.5);

    LittleEndian.putLong(bytes, 1, Double.doubleToRawLongBits(Double.MIN_VALUE));
    LittleEndian.putLong(bytes, 9, Double.doubleToRawLongBits(-2.5));
    LittleEndian.widen(bytes, 1, Double.BYTES, 2, widened);
    assertThat(widened).containsExactly(Double.MIN_VALUE, -2.5);
  }
}
