package io.azulejo.schema;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatetimesTest {
  private static final long SEED = Long.parseLong(seedText());

  private static String seedText() {
    String given = System.getProperty("azulejo.seed", "");
    return given.isEmpty() ? "20240531" : given;
  }

  @ParameterizedTest
  @CsvSource({
    "DATETIME_YEAR,0,1970-01-01",
    "DATETIME_YEAR,-1971,-0001-01-01",
    "DATETIME_YEAR,8030,+10000-01-01",
    "DATETIME_YEAR,9223372036854775807,+9223372036854777777-01-01",
    "DATETIME_MONTH,-1,1969-12-01",
    "DATETIME_WEEK,1,1970-01-08",
    "DATETIME_WEEK,-1,1969-12-25",
    "DATETIME_DAY,19782,2024-02-29",
    "DATETIME_DAY,-719468,0000-03-01",
    "DATETIME_HR,-1,1969-12-31T23:00Z",
    "DATETIME_MIN,61,1970-01-01T01:01Z",
    "DATETIME_SEC,1717158600,2024-05-31T12:30:00Z",
    "DATETIME_MS,1717158600250,2024-05-31T12:30:00.250Z",
    "DATETIME_MS,-1,1969-12-31T23:59:59.999Z",
    "DATETIME_US,5,1970-01-01T00:00:00.000005Z",
    "DATETIME_NS,-9223372036854775807,1677-09-21T00:12:43.145224193Z",
    "DATETIME_PS,1,1970-01-01T00:00:00.000000000001Z",
    "DATETIME_FS,1,1970-01-01T00:00:00.000000000000001Z",
    "DATETIME_AS,9223372036854775807,1970-01-01T00:00:09.223372036854775807Z",
    "DATETIME_DAY,-9223372036854775808,NaT",
  })
  void writesDatetimesToThePrecisionOfTheirUnitAndReadsThemBack(
      Datatype type, long value, String text) {
    assertThat(Datetimes.format(type, value)).isEqualTo(text);
    assertThat(Datetimes.parse(text, type)).isEqualTo(value);
  }

  @Test
  void everyNumberOfEveryUnitComesBack() {
    System.out.println("azulejo.seed=" + SEED);
    Random random = new Random(SEED);
    List<Datatype> types = Arrays.stream(Datatype.values()).filter(Datatype::isDatetime).toList();
    assertThat(types).hasSize(13);
    for (Datatype type : types) {
      for (long value : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE}) {
        assertThat(Datetimes.parse(Datetimes.format(type, value), type))
            .as("%s", type)
            .isEqualTo(value);
      }
      for (int i = 0; i < 500; i++) {
        long value = random.nextLong() >> random.nextInt(64);
        assertThat(Datetimes.parse(Datetimes.format(type, value), type))
            .as("%s", type)
            .isEqualTo(value);
      }
    }
  }

  @Test
  void monthsBeginOnTheirDays() {
    for (long month = -30_000; month < 30_000; month++) {
      long day = LocalDate.EPOCH.plusMonths(month).toEpochDay();
      assertThat(Datetimes.firstDay(month)).isEqualTo(day);
      assertThat(Datetimes.month(day)).isEqualTo(month);
      assertThat(Datetimes.month(day - 1)).isEqualTo(month - 1);
    }
    for (long day : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 40, -1, Long.MAX_VALUE - 40}) {
      long month = Datetimes.month(day);
      assertThat(day - Datetimes.firstDay(month)).isBetween(0L, 30L);
      assertThat(Datetimes.firstDay(month + 1) - day).isBetween(1L, 31L);
    }
  }

  @Test
  void unitsCountThoseThatAreShorter() {
    assertThat(Datatype.Unit.SEC.countIn(Datatype.DATETIME_WEEK.unit())).isEqualTo(604_800);
    assertThat(Datatype.TIME_NS.unit().countIn(Datatype.Unit.HR)).isEqualTo(3_600_000_000_000L);
    assertThat(Datatype.Unit.AS.countIn(Datatype.Unit.SEC)).isEqualTo(1_000_000_000_000_000_000L);
    assertThat(Datatype.Unit.AS.countIn(Datatype.Unit.MIN)).as("more than 64 bits").isZero();
    assertThat(Datatype.Unit.DAY.countIn(Datatype.Unit.MONTH)).as("not fixed").isZero();
    assertThat(Datatype.Unit.DAY.countIn(Datatype.Unit.SEC)).as("shorter").isZero();
    assertThatThrownBy(Datatype.INT32::unit).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void agreesWithTheCalendarOfTheJdk() {
    Random random = new Random(SEED);
    for (int i = 0; i < 2000; i++) {
      long second = random.nextLong(-62_167_219_200L, 253_402_300_800L);
      LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
      String text = time.toLocalDate() + "T" + time.toLocalTime().toString();
      assertThat(Datetimes.parse(text, Datatype.DATETIME_SEC)).isEqualTo(second);
      assertThat(Datetimes.format(Datatype.DATETIME_SEC, second)).startsWith(text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2024-05,DATETIME_DAY,19844",
    "2024-05-31,DATETIME_MS,1717113600000",
    "2024-05-31T14:30+02:00,DATETIME_SEC,1717158600",
    "2024-05-31T09:00-0330,DATETIME_SEC,1717158600",
    "2024-05-31 12:30,DATETIME_SEC,1717158600",
    "20240531T12,DATETIME_SEC,no",
    "2024-05-31T12:30:00.2500000,DATETIME_MS,1717158600250",
    "2024-05-31T12:30:00.5,DATETIME_AS,no",
    "2024-05-31T12:30:00.2501,DATETIME_MS,no",
    "2024-05-31T12:00,DATETIME_DAY,no",
    "2024-05-30,DATETIME_WEEK,2839",
    "2024-05-31,DATETIME_WEEK,no",
    "2024-05-02,DATETIME_MONTH,no",
    "2024-02-30,DATETIME_DAY,no",
    "2023-02-29,DATETIME_DAY,no",
    "2024-13-01,DATETIME_DAY,no",
    "2024-05-31T24:00,DATETIME_SEC,no",
    "31.5.2024,DATETIME_DAY,no",
  })
  void takesIsoTextsAsFarAsTheUnitHoldsThem(String text, Datatype type, String value) {
    if (value.equals("no")) {
      assertThatThrownBy(() -> Datetimes.parse(text, type))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining(text);
    } else {
      assertThat(Datetimes.parse(text, type)).isEqualTo(Long.parseLong(value));
    }
  }

  @ParameterizedTest
  @CsvSource({"INT64", "TIME_SEC"})
  void refusesTypesThatAreNoDatetimes(Datatype type) {
    refuses(() -> Datetimes.format(type, 0));
    refuses(() -> Datetimes.parse("2024-05-31", type));
  }

  @Test
  void datesHoldAllTheirMoments() {
    assertThat(period("2019", Datatype.DATETIME_MS))
        .isEqualTo("2019-01-01T00:00:00.000Z 2019-12-31T23:59:59.999Z");
    assertThat(period("2020-02", Datatype.DATETIME_DAY)).isEqualTo("2020-02-01 2020-02-29");
    assertThat(period("2019-12", Datatype.DATETIME_HR))
        .isEqualTo("2019-12-01T00:00Z 2019-12-31T23:00Z");
    assertThat(period("2019-03-02", Datatype.DATETIME_MIN))
        .isEqualTo("2019-03-02T00:00Z 2019-03-02T23:59Z");
    assertThat(period("2019", Datatype.DATETIME_MONTH)).isEqualTo("2019-01-01 2019-12-01");
    assertThat(period("2019", Datatype.DATETIME_YEAR)).isEqualTo("2019-01-01 2019-01-01");
    assertThat(period("1970-01-01", Datatype.DATETIME_WEEK)).isEqualTo("1970-01-01 1970-01-01");
    assertThat(period("-0001-01", Datatype.DATETIME_DAY)).isEqualTo("-0001-01-01 -0001-01-31");
  }

  @Test
  void timesAreTheirOwnFirstAndLastMoment() {
    for (String text : List.of("2019-03-02T00:00Z", "2019-03-02T12:30:00+02:00", "NaT")) {
      assertThat(Datetimes.first(text, Datatype.DATETIME_MS))
          .isEqualTo(Datetimes.last(text, Datatype.DATETIME_MS))
          .isEqualTo(Datetimes.parse(text, Datatype.DATETIME_MS));
    }
  }

  @Test
  void theLastMomentIsAtMostTheMaximum() {
    assertThat(Datetimes.last("2262", Datatype.DATETIME_NS)).isEqualTo(Long.MAX_VALUE);
    assertThat(Datetimes.last("1970-01-01", Datatype.DATETIME_AS)).isEqualTo(Long.MAX_VALUE);
    refuses(() -> Datetimes.last("2263", Datatype.DATETIME_NS));
  }

  @Test
  void theFirstMomentIsAtLeastTheOneAfterNoTime() {
    assertThat(Datetimes.first("1677", Datatype.DATETIME_NS)).isEqualTo(Long.MIN_VALUE + 1);
    assertThat(Datetimes.first("1677-09-21", Datatype.DATETIME_NS)).isEqualTo(Long.MIN_VALUE + 1);
    assertThat(Datetimes.last("1677", Datatype.DATETIME_NS))
        .isEqualTo(Datetimes.parse("1678-01-01", Datatype.DATETIME_NS) - 1);
    assertThat(Datetimes.last("1677-09", Datatype.DATETIME_NS))
        .isEqualTo(Datetimes.parse("1677-10-01", Datatype.DATETIME_NS) - 1);
    for (String text : List.of("1676", "1677-08", "1677-09-20", "1677-09-21T00:00")) {
      refuses(() -> Datetimes.first(text, Datatype.DATETIME_NS));
      refuses(() -> Datetimes.last(text, Datatype.DATETIME_NS));
    }
  }

  @Test
  void eachMomentIsInItsOwnDayMonthAndYear() {
    Random random = new Random(5);
    for (int i = 0; i < 2000; i++) {
      Datatype type = i % 2 == 0 ? Datatype.DATETIME_SEC : Datatype.DATETIME_HR;
      long unit = type == Datatype.DATETIME_SEC ? 1 : 3600;
      long value = random.nextLong(-100_000_000_000L, 100_000_000_000L) / unit;
      LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(value * unit, 86_400L));
      String day = Datetimes.format(Datatype.DATETIME_DAY, date.toEpochDay());
      LocalDate month = date.withDayOfMonth(1);
      check(day, type, date, date.plusDays(1), unit);
      check(day.substring(0, day.length() - 3), type, month, month.plusMonths(1), unit);
      if (date.getYear() > 0 && date.getYear() <= 9999) {
        LocalDate year = date.withDayOfYear(1);
        check(day.substring(0, 4), type, year, year.plusYears(1), unit);
      }
    }
  }

  private static void check(String text, Datatype type, LocalDate from, LocalDate to, long unit) {
    assertThat(Datetimes.first(text, type)).isEqualTo(from.toEpochDay() * 86_400 / unit);
    assertThat(Datetimes.last(text, type)).isEqualTo(to.toEpochDay() * 86_400 / unit - 1);
  }

  private static String period(String text, Datatype type) {
    return Datetimes.format(type, Datetimes.first(text, type))
        + " "
        + Datetimes.format(type, Datetimes.last(text, type));
  }
}
