package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A year, a month or a day in a condition is all of its moments; a time is that moment. */
class DatesInConditionsTest {
  private static final Location PLACE = Location.of("mem://dates");
  private static final LocalDateTime BEGIN = LocalDateTime.of(2018, 1, 1, 0, 0);
  private static final int SECONDS = 3 * 365 * 86_400;

  /** A comparison, and what it says of a moment, the first and the last one of a period. */
  private record Comparison(String sign, BiPredicate<long[], Long> holds) {}

  private static final List<Comparison> COMPARISONS =
      List.of(
          new Comparison("=", (p, t) -> p[0] <= t && t <= p[1]),
          new Comparison("!=", (p, t) -> t < p[0] || t > p[1]),
          new Comparison("<", (p, t) -> t < p[0]),
          new Comparison("<=", (p, t) -> t <= p[1]),
          new Comparison(">", (p, t) -> t > p[1]),
          new Comparison(">=", (p, t) -> t >= p[0]));

  private static Azulejo written(long... times) {
    Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();
    azulejo.create(PLACE, TestSchemas.of("sparse(id INT32 0..%s/16) t DATETIME_SEC", 1 << 20));
    long[] ids = LongStream.range(0, times.length).toArray();
    azulejo
        .array(PLACE)
        .append(
            Batch.of(
                Column.of("id", Datatype.INT32, ids),
                Column.of("t", Datatype.DATETIME_SEC, times)));
    return azulejo;
  }

  private static List<Long> ids(Azulejo azulejo, String condition) {
    ReadRequest request = ReadRequest.ALL.select("id").where(Condition.parse(condition));
    try (Stream<Row> rows = azulejo.open(PLACE).read(request).rows()) {
      return rows.map(row -> row.getLong("id")).sorted().toList();
    }
  }

  private static long seconds(LocalDateTime time) {
    return time.toEpochSecond(ZoneOffset.UTC);
  }

  @Test
  void comparisonsAgreeWithTheCalendar() {
    Random random = new Random(18);
    long[] times = new long[300];
    for (int i = 0; i < times.length; i++) {
      LocalDateTime time = BEGIN.plusSeconds(random.nextInt(SECONDS));
      times[i] = seconds(i % 3 == 0 ? time.toLocalDate().withDayOfMonth(1).atStartOfDay() : time);
    }
    try (Azulejo azulejo = written(times)) {
      for (int i = 0; i < 300; i++) {
        LocalDate day = BEGIN.plusSeconds(random.nextInt(SECONDS)).toLocalDate();
        LocalDate end;
        String text;
        switch (random.nextInt(4)) {
          case 0 -> {
            text = String.valueOf(day.getYear());
            day = day.withDayOfYear(1);
            end = day.plusYears(1);
          }
          case 1 -> {
            text = day.toString().substring(0, 7);
            day = day.withDayOfMonth(1);
            end = day.plusMonths(1);
          }
          case 2 -> {
            text = day.toString();
            end = day.plusDays(1);
          }
          default -> {
            text = day + "T00:00";
            end = null;
          }
        }
        long first = seconds(day.atStartOfDay());
        long last = end == null ? first : seconds(end.atStartOfDay()) - 1;
        long[] period = {first, last};
        Comparison comparison = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
        boolean negated = random.nextBoolean();
        String condition = (negated ? "not " : "") + "t " + comparison.sign() + " " + text;
        assertThat(ids(azulejo, condition))
            .as(condition)
            .isEqualTo(
                IntStream.range(0, times.length)
                    .filter(k -> comparison.holds().test(period, times[k]) != negated)
                    .mapToObj(k -> (long) k)
                    .toList());
      }
    }
  }

  @Test
  void rangesAndSetsHoldWholePeriods() {
    long noon = seconds(LocalDateTime.of(2019, 3, 1, 12, 0));
    long[] times = {noon - 86_400, noon, noon + 86_400, noon + 2 * 86_400, noon + 365 * 86_400};
    try (Azulejo azulejo = written(times)) {
      assertThat(ids(azulejo, "t between 2019-03-01 and 2019-03-02")).containsExactly(1L, 2L);
      assertThat(ids(azulejo, "t in (2019-02, 2019-03-02, 2020)")).containsExactly(0L, 2L, 4L);
      assertThat(ids(azulejo, "t not in (2019-02, 2019-03-02, 2020)")).containsExactly(1L, 3L);
      assertThat(ids(azulejo, "t in ('2019-03-01T12:00Z', '2019')"))
          .containsExactly(0L, 1L, 2L, 3L);
      assertThat(ids(azulejo, "t in ()")).isEmpty();
      assertThat(ids(azulejo, "t = 2019-03-01T12:00")).containsExactly(1L);
      assertThat(ids(azulejo, "2019-03-02 < t")).containsExactly(3L, 4L);
    }
  }

  @Test
  void fourDigitsAreAYearAndWithASignTheStoredNumber() {
    try (Azulejo azulejo = written(2019, seconds(LocalDateTime.of(2019, 7, 1, 0, 0)))) {
      assertThat(ids(azulejo, "t = 2019")).containsExactly(1L);
      assertThat(ids(azulejo, "t = +2019")).containsExactly(0L);
      Condition stored = Condition.field("t").equalTo(2019);
      assertThat(stored).hasToString("t = +2019").isEqualTo(Condition.parse(stored.toString()));
      Condition year = Condition.parse("t = 2019");
      assertThat(year).hasToString("t = 2019").isEqualTo(Condition.parse(year.toString()));
      assertThat(ids(azulejo, "id < 1000")).containsExactly(0L, 1L);
    }
  }

  @Test
  void deletionsTakeWholePeriods() {
    long day = seconds(LocalDateTime.of(2019, 3, 1, 0, 0));
    try (Azulejo azulejo = written(day - 1, day, day + 86_399, day + 86_400)) {
      azulejo.array(PLACE).delete(Condition.parse("t = 2019-03-01"));
      assertThat(ids(azulejo, "true")).containsExactly(0L, 3L);
    }
  }
}
