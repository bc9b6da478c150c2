package io.azulejo.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "PT5M,TIME_SEC,300",
    "PT5M,TIME_MIN,5",
    "P1DT2H,TIME_HR,26",
    "P2W,TIME_HR,336",
    "P1WT1H,TIME_HR,169",
    "-P1DT2H,TIME_HR,-26",
    "PT-5M,TIME_SEC,-300",
    "-PT-5M,TIME_SEC,300",
    "+PT1H-30M,TIME_MIN,30",
    "PT0.25S,TIME_MS,250",
    "'PT0,25S',TIME_MS,250",
    "PT-0.25S,TIME_MS,-250",
    "PT0.5H,TIME_MIN,30",
    "P0.5D,TIME_HR,12",
    "PT0.500000000000000000S,TIME_AS,500000000000000000",
    "PT1.000S,TIME_SEC,1",
    "pt1h,TIME_MIN,60",
    "PT0S,TIME_NS,0",
    "PT9223372036854775807S,TIME_SEC,9223372036854775807",
    "-PT9223372036854775808S,TIME_SEC,-9223372036854775808",
    "PT9.223372036854775807S,TIME_AS,9223372036854775807",
  })
  void countsTheUnitsOfTheType(String text, Datatype type, long value) {
    assertThat(Durations.parse(text, type)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "PT5M,TIME_HR,finer than the unit of TIME_HR",
    "PT0.5S,TIME_SEC,finer than the unit of TIME_SEC",
    "PT0.0001S,TIME_MS,finer than the unit of TIME_MS",
    "PT9223372036854775808S,TIME_SEC,is out of range for TIME_SEC",
    "PT10S,TIME_AS,is out of range for TIME_AS",
    "P1Y,TIME_HR,whose length varies; use days",
    "P1MT5M,TIME_HR,whose length varies; use days",
    "PT0.5H30M,TIME_MIN,has a fraction before its last part",
    "P,TIME_SEC,is not a duration such as PT5M",
    "PT,TIME_SEC,is not a duration such as PT5M",
    "P1DT,TIME_SEC,is not a duration such as PT5M",
    "P5,TIME_SEC,is not a duration such as PT5M",
    "5M,TIME_SEC,is not a duration such as PT5M",
    "PT5M3H,TIME_SEC,is not a duration such as PT5M",
    "PT.5S,TIME_SEC,is not a duration such as PT5M",
    "'PT5M ',TIME_SEC,is not a duration such as PT5M",
    "PT5M,DATETIME_SEC,is not a time; use a TIME_ type",
  })
  void refusesWhatTheUnitDoesNotHold(String text, Datatype type, String reason) {
    assertThatThrownBy(() -> Durations.parse(text, type))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void refusesTextsWithoutEnd() {
    String text = "PT" + "9".repeat(1_000_000) + "S";

    assertThatThrownBy(() -> Durations.parse(text, Datatype.TIME_AS))
        .hasMessageContaining("is not a duration");
  }

  @Test
  void agreesWithTheDurationsOfTheJdk() {
    String given = System.getProperty("azulejo.seed", "");
    long seed = given.isEmpty() ? 20240531 : Long.parseLong(given);
    System.out.println("azulejo.seed=" + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      long nanos = random.nextLong() >> random.nextInt(64);
      String text = Duration.ofNanos(nanos).toString();
      assertThat(Durations.parse(text, Datatype.TIME_NS)).as(text).isEqualTo(nanos);
    }
  }
}
