package io.azulejo.imports.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.schema.Datatype;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times by units and calendars as the CF conventions have them. */
class CfTimeTest {
  private static Optional<long[]> micros(String units, String calendar, double... numbers) {
    return CfTime.of(Optional.of(units), Optional.ofNullable(calendar))
        .flatMap(time -> time.micros(numbers));
  }

  private static List<String> times(String units, double... numbers) {
    return Arrays.stream(micros(units, null, numbers).orElseThrow())
        .mapToObj(time -> Instant.EPOCH.plus(time, ChronoUnit.MICROS).toString())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "days since 1990-01-01, 1, 1990-01-02T00:00:00Z",
    "day since 1990-1-1 06:00, 0.5, 1990-01-01T18:00:00Z",
    "Hours since 1990-01-01T00:00:00Z, -1, 1989-12-31T23:00:00Z",
    "h since 1990-01-01 00:00:0.0, 0.3333333333333333, 1990-01-01T00:20:00Z",
    "minutes since 2000-02-28 23:59:00 UTC, 1441, 2000-03-01T00:00:00Z",
    "seconds since 1970-01-01 00:00:00 +00:00, 1.25, 1970-01-01T00:00:01.250Z",
    "msec since 1970-01-01, 5, 1970-01-01T00:00:00.005Z",
    "microseconds since 1970-01-01, 5, 1970-01-01T00:00:00.000005Z",
    "days since 1583-01-01, 0, 1583-01-01T00:00:00Z",
  })
  void numbersSinceATimeAreTimes(String units, double number, String time) {
    assertThat(times(units, number)).containsExactly(time);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "K",
        "days",
        "months since 1990-01-01",
        "common_years since 1990-01-01",
        "days since yesterday",
        "days since 1990-02-30",
        "days since 1990-01-01 05:00 +05:00",
        "days since 0001-01-01",
      })
  void whatHasNoFixedLengthOrBeginningStaysNumbers(String units) {
    assertThat(CfTime.of(Optional.of(units), Optional.empty())).isEmpty();
  }

  @Test
  void calendarsThatOthersDoNotUseStayNumbers() {
    for (String calendar : List.of("360_day", "noleap", "365_day", "all_leap", "julian", "none")) {
      assertThat(CfTime.of(Optional.of("days since 1990-01-01"), Optional.of(calendar)))
          .as(calendar)
          .isEmpty();
    }
    assertThat(micros("days since 0001-01-01", "proleptic_gregorian", 0)).isPresent();
    // Before 1583 the usual calendar is another one.
    assertThat(micros("days since 1600-01-01", "standard", 0, -365 * 18)).isEmpty();
    assertThat(micros("days since 1990-01-01", null, 0, Double.NaN)).isEmpty();
    assertThat(micros("days since 1990-01-01", null, 1e300)).isEmpty();
  }

  @Test
  void theUnitIsTheLongestThatTellsAllOfThem() {
    long day = CfTime.length(Datatype.DATETIME_DAY);
    assertThat(CfTime.unit(new long[] {0, day, -3 * day})).isEqualTo(Datatype.DATETIME_DAY);
    assertThat(CfTime.unit(new long[] {0, day / 4})).isEqualTo(Datatype.DATETIME_SEC);
    assertThat(CfTime.unit(new long[] {0, day, 5_000})).isEqualTo(Datatype.DATETIME_MS);
    assertThat(CfTime.unit(new long[] {day, 5})).isEqualTo(Datatype.DATETIME_US);
  }
}
