package io.azulejo.cli.argument;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AgeArgumentTest {
  @Test
  void agesAreNumbersWithAUnitOrDurations() {
    assertThat(AgeArgument.parse("7d")).isEqualTo(AgeArgument.parse("P1W"));
    assertThat(AgeArgument.parse("90s")).isEqualTo(Duration.ofSeconds(90));
    assertThat(AgeArgument.parse("0")).isZero();
  }
}
