package io.azulejo.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StringNumbersTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20261127L);

  @Test
  void numbersStringsInTheOrderInWhichTheyOccur() {
    System.out.println("azulejo.seed=" + SEED);
    Random random = new Random(SEED);
    StringNumbers numbers = new StringNumbers();
    Map<String, Integer> expected = new LinkedHashMap<>();
    long empty = numbers.bytes();
    for (int i = 0; i < 20_000; i++) {
      String text = "x".repeat(random.nextInt(20)) + random.nextInt(100) + "\0".repeat(i % 3);
      text = i % 50 == 0 ? "" : text;
      int number = expected.computeIfAbsent(text, t -> expected.size());
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      byte[] data = new byte[bytes.length + 8 + random.nextInt(9)];
      random.nextBytes(data);
      int start = random.nextInt(data.length - bytes.length + 1);
      System.arraycopy(bytes, 0, data, start, bytes.length);

      assertThat(numbers.number(data, start, start + bytes.length)).as(text).isEqualTo(number);
    }
    assertThat(numbers.count()).isEqualTo(expected.size());
    expected.forEach(
        (text, number) -> assertThat(numbers.string(number)).asString().isEqualTo(text));
    assertThat(numbers.bytes()).isGreaterThan(empty + 10L * numbers.count());
  }
}
