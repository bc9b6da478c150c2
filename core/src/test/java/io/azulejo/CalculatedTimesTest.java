package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conditions on datetimes at the ends of what their units have, and on those that are none. */
class CalculatedTimesTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final long NAT = Long.MIN_VALUE;
  private static final BigInteger NANOS_OF_DAY = BigInteger.valueOf(86_400_000_000_000L);

  /** The years 2019, June of it, the first and the last one that nanoseconds have, and none. */
  private static final long[] NANOS = {
    Datetimes.parse("2019-05-31T12:00Z", Datatype.DATETIME_NS),
    Datetimes.parse("2019-06-01T00:00Z", Datatype.DATETIME_NS),
    Long.MIN_VALUE + 1,
    Long.MAX_VALUE,
    NAT
  };

  @AutoClose private Azulejo azulejo;

  @BeforeEach
  void open() {
    azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();
  }

  private void write(long[] nanos, long[] days) {
    azulejo.create(
        PLACE,
        TestSchemas.of(
            "sparse(id INT32 0..%s/16) t DATETIME_NS, until DATETIME_DAY, w DATETIME_WEEK",
            1 << 20));
    azulejo
        .array(PLACE)
        .append(
            Batch.of(
                Column.of(
                    "id",
                    Datatype.INT32,
                    IntStream.range(0, nanos.length).asLongStream().toArray()),
                Column.of("t", Datatype.DATETIME_NS, nanos),
                Column.of("until", Datatype.DATETIME_DAY, days),
                Column.of("w", Datatype.DATETIME_WEEK, new long[nanos.length])));
  }

  private void write() {
    long day = Datetimes.parse("9999-12-31", Datatype.DATETIME_DAY);
    write(NANOS, new long[] {day, -day, day, -day, day});
  }

  private List<Integer> ids(String condition) {
    ReadRequest request = ReadRequest.ALL.select("id").where(Condition.parse(condition));
    try (Stream<Row> rows = azulejo.open(PLACE).read(request).rows()) {
      return rows.map(row -> (int) row.getLong("id")).sorted().toList();
    }
  }

  @Test
  void timesThatTheShorterUnitLacksAreBeforeOrAfterAllOfIt() {
    write();
    assertThat(ids("until > t")).containsExactly(0, 2);
    assertThat(ids("t < until")).containsExactly(0, 2);
    assertThat(ids("t > until")).containsExactly(1, 3);
    assertThat(ids("until <= t")).containsExactly(1, 3);
    assertThat(ids("until != t")).containsExactly(0, 1, 2, 3);
    assertThat(ids("until = t")).isEmpty();
    assertThat(ids("t - PT1H < 2300-01-01")).containsExactly(0, 1, 3);
    assertThat(ids("t + PT1H > 1500-01-01")).containsExactly(0, 1, 2);
    assertThat(ids("t - t < PT9999999H")).containsExactly(0, 1, 2, 3);
  }

  @Test
  void timesOfTwoUnitsCompareAsWholeNumbersDo() {
    Random random = new Random(71);
    int rows = 600;
    long[] nanos = new long[rows];
    long[] days = new long[rows];
    for (int i = 0; i < rows; i++) {
      days[i] =
          random.nextInt(8) == 0
              ? List.of(NAT, NAT + 1, Long.MAX_VALUE, 0L).get(random.nextInt(4))
              : random.nextLong(-120_000, 120_000);
      nanos[i] =
          random.nextInt(8) == 0
              ? List.of(NAT, NAT + 1, Long.MAX_VALUE, 0L).get(random.nextInt(4))
              : random.nextInt(3) == 0 ? days[i] * NANOS_OF_DAY.longValue() : random.nextLong();
    }
    write(nanos, days);
    for (String sign : List.of("<", "<=", ">", ">=", "=", "!=")) {
      List<Integer> wanted =
          IntStream.range(0, rows)
              .filter(i -> nanos[i] != NAT && days[i] != NAT)
              .filter(
                  i ->
                      holds(
                          sign,
                          BigInteger.valueOf(days[i])
                              .multiply(NANOS_OF_DAY)
                              .compareTo(BigInteger.valueOf(nanos[i]))))
              .boxed()
              .toList();
      assertThat(ids("until " + sign + " t")).as(sign).isEqualTo(wanted);
    }
  }

  private static boolean holds(String sign, int order) {
    return switch (sign) {
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      case "=" -> order == 0;
      default -> order != 0;
    };
  }

  @Test
  void noTimeHasNoPartThatDiffersFromANumber() {
    write();
    assertThat(ids("month(t) != 6")).containsExactly(0, 2, 3);
    assertThat(ids("month(t) + 0 != 6")).containsExactly(0, 2, 3);
    assertThat(ids("month(t) != 6.5")).containsExactly(0, 1, 2, 3);
    assertThat(ids("not month(t) * 1 = 6")).containsExactly(0, 2, 3);
    assertThat(ids("abs(month(t) - 6) != 0.5")).containsExactly(0, 1, 2, 3);
    assertThat(ids("id + month(t) != id / 1")).containsExactly(0, 1, 2, 3);
    assertThat(ids("id * (0 / 0) != 6")).hasSize(5);
  }

  @Test
  void yearsThatAUnitHasInPartOrNotAtAllAreComparedWith() {
    write();
    assertThat(ids("year(t) < 2300")).containsExactly(0, 1, 2, 3);
    assertThat(ids("year(t) >= 1600")).containsExactly(0, 1, 2, 3);
    assertThat(ids("year(t) > 2300")).isEmpty();
    assertThat(ids("year(t) != 2300")).containsExactly(0, 1, 2, 3);
    assertThat(ids("year(t) = 1677")).containsExactly(2);
    assertThat(ids("year(t) < 1677")).isEmpty();
    assertThat(ids("year(t) <= 1677")).containsExactly(2);
    assertThat(ids("year(t) != 1677")).containsExactly(0, 1, 3);
    assertThat(ids("year(t) >= 2262")).containsExactly(3);
    assertThat(ids("year(t) in (2019, 2300)")).containsExactly(0, 1);
    assertThat(ids("year(w) = 1970")).hasSize(5);
    assertThat(ids("year(w) > 2018")).isEmpty();
    assertThat(ids("t < 1678")).containsExactly(2, 4);
    assertThat(ids("t = 1677-09-21")).containsExactly(2);
  }
}
