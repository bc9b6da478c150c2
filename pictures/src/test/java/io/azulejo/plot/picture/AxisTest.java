package io.azulejo.plot.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.azulejo.schema.Datatype;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {
  private static List<String> labels(Axis axis, int max) {
    return axis.ticks(max).marks().stream().map(Tick::label).toList();
  }

  private static IntegerAxis whole(Datatype type, long low, long high) {
    return IntegerAxis.of("axis", type, low, high, 100);
  }

  private static long seconds(String time) {
    return Instant.parse(time).getEpochSecond();
  }

  @Test
  void binsHoldTheSameNumberOfWholeNumbers() {
    IntegerAxis few = IntegerAxis.of("x", Datatype.INT32, -3, 6, 100);
    assertThat(few.bins()).isEqualTo(10);
    assertThat(few.bin(-3)).isZero();
    assertThat(few.bin(6)).isEqualTo(9);
    assertThat(few.bin(-4)).isEqualTo(-1);
    assertThat(few.bin(7)).isEqualTo(-1);
    IntegerAxis many = IntegerAxis.of("x", Datatype.INT64, 0, 999, 300);
    assertThat(many.bins()).isEqualTo(250);
    assertThat(many.bin(3)).isZero();
    assertThat(many.bin(4)).isEqualTo(1);
    assertThat(many.bin(999)).isEqualTo(249);
  }

  @Test
  void anAxisCanBeAsLongAsItsType() {
    IntegerAxis signed = IntegerAxis.of("x", Datatype.INT64, Long.MIN_VALUE, Long.MAX_VALUE, 50);
    assertThat(signed.bins()).isEqualTo(50);
    assertThat(signed.bin(Long.MIN_VALUE)).isZero();
    assertThat(signed.bin(-1)).isEqualTo(24);
    assertThat(signed.bin(Long.MAX_VALUE)).isEqualTo(49);
    assertThat(labels(signed, 4)).containsExactly("-5e18", "0", "5e18");
    IntegerAxis unsigned = IntegerAxis.of("x", Datatype.UINT64, 5, -1, 50);
    assertThat(unsigned.bin(4)).isEqualTo(-1);
    assertThat(unsigned.bin(5)).isZero();
    assertThat(unsigned.bin(-1)).isEqualTo(49);
    assertThat(labels(unsigned, 4)).containsExactly("5e18", "1e19", "1.5e19");
  }

  @Test
  void marksOfWholeNumbersAreRoundAndInTheMiddleOfTheirBins() {
    assertThat(whole(Datatype.INT32, 1, 10).ticks(5).marks())
        .containsExactly(
            new Tick(1.5, "2"),
            new Tick(3.5, "4"),
            new Tick(5.5, "6"),
            new Tick(7.5, "8"),
            new Tick(9.5, "10"));
    assertThat(labels(whole(Datatype.INT32, 1, 3), 50)).containsExactly("1", "2", "3");
    assertThat(labels(whole(Datatype.INT32, 7, 7), 5)).containsExactly("7");
    assertThat(labels(whole(Datatype.INT64, 0, 1_000_000), 4))
        .containsExactly("0", "500,000", "1,000,000");
    assertThat(labels(whole(Datatype.INT64, 0, 3_000_000_000L), 4))
        .containsExactly("0", "1e9", "2e9", "3e9");
    assertThat(labels(whole(Datatype.INT64, 1_700_000_000_000L, 1_700_000_000_004L), 2))
        .containsExactly("1,700,000,000,000", "1,700,000,000,002", "1,700,000,000,004");
  }

  @Test
  void marksOfRealNumbersAreRound() {
    FloatingPointAxis axis = FloatingPointAxis.of("x", -0.3, 1.1, 100);
    assertThat(labels(axis, 8)).containsExactly("-0.2", "0", "0.2", "0.4", "0.6", "0.8", "1");
    assertThat(axis.bin(-0.3)).isZero();
    assertThat(axis.bin(1.1)).isEqualTo(99);
    assertThat(axis.bin(Double.NaN)).isEqualTo(-1);
    assertThat(axis.bin(1.2)).isEqualTo(-1);
    assertThat(labels(FloatingPointAxis.of("x", 0, 3e-7, 9), 3))
        .containsExactly("0", "1e-7", "2e-7", "3e-7");
  }

  @Test
  void realAxesHaveRoomAroundOneValueAndReachAsFarAsTheirType() {
    assertThat(FloatingPointAxis.of("x", 5, 5, 10).bin(5)).isEqualTo(5);
    FloatingPointAxis all =
        FloatingPointAxis.of("x", Double.NEGATIVE_INFINITY, Double.MAX_VALUE, 10);
    assertThat(all.bin(0)).isEqualTo(5);
    assertThat(all.bin(Double.MAX_VALUE)).isEqualTo(9);
    assertThat(labels(all, 4)).containsExactly("-1e308", "0", "1e308");
  }

  @Test
  void marksOfDatesAreThoseOfTheCalendar() {
    assertThat(labels(whole(Datatype.DATETIME_DAY, 19_000, 19_010), 4))
        .containsExactly("2022-01-10", "2022-01-17");
    assertThat(labels(whole(Datatype.DATETIME_DAY, 19_000, 19_400), 6))
        .containsExactly("2022-04", "2022-07", "2022-10", "2023-01");
    assertThat(labels(whole(Datatype.DATETIME_DAY, -20_000, 20_000), 6))
        .containsExactly("1920", "1940", "1960", "1980", "2000", "2020");
    assertThat(labels(whole(Datatype.DATETIME_YEAR, -1971, 30), 4))
        .containsExactly("0000", "1000", "2000");
    assertThat(labels(whole(Datatype.DATETIME_MONTH, 600, 611), 4))
        .containsExactly("2020-01", "2020-04", "2020-07", "2020-10");
    Tick first = whole(Datatype.DATETIME_DAY, 19_000, 19_010).ticks(4).marks().get(0);
    assertThat(first.at()).isEqualTo(2.5);
  }

  @Test
  void marksOfTimesSayTheDateOnceWhereItIsOne() {
    long start = seconds("2024-05-31T11:10:00Z");
    Ticks hours = whole(Datatype.DATETIME_SEC, start, start + 4 * 3600).ticks(4);
    assertThat(hours.marks().stream().map(Tick::label))
        .containsExactly("12:00", "13:00", "14:00", "15:00");
    assertThat(hours.note()).isEqualTo("2024-05-31, UTC");
    Ticks days = whole(Datatype.DATETIME_SEC, start, start + 20 * 3600).ticks(4);
    assertThat(days.marks().stream().map(Tick::label))
        .containsExactly("05-31 12:00", "05-31 18:00", "06-01 00:00", "06-01 06:00");
    assertThat(days.note()).isEqualTo("2024, UTC");
  }

  @Test
  void marksAreAsFineAsTheUnit() {
    long start = seconds("2024-05-31T11:10:00Z") * 1_000_000_000L + 123_456_789;
    Ticks ticks = IntegerAxis.of("x", Datatype.DATETIME_NS, start, start + 40, 100).ticks(4);
    assertThat(ticks.marks().stream().map(Tick::label))
        .containsExactly(
            "11:10:00.12345679", "11:10:00.12345680", "11:10:00.12345681", "11:10:00.12345682");
    assertThat(ticks.marks().get(0).at()).isCloseTo(1.5, within(1e-3));
    assertThat(ticks.note()).isEqualTo("2024-05-31, UTC");
  }

  @Test
  void yearsThatNoCalendarHasAreNumbers() {
    Ticks ticks = whole(Datatype.DATETIME_DAY, Long.MIN_VALUE + 1, Long.MAX_VALUE).ticks(4);
    assertThat(ticks.note()).isEqualTo("days since 1970");
    assertThat(ticks.marks()).isNotEmpty();
    for (Datatype type : Datatype.values()) {
      if (type.isDatetime() || type.isTime()) {
        for (int max = 1; max < 12; max++) {
          IntegerAxis all = whole(type, Long.MIN_VALUE + 1, Long.MAX_VALUE);
          assertThat(all.ticks(max).marks())
              .as(type.name())
              .allMatch(t -> t.at() >= 0 && t.at() <= all.bins());
        }
      }
    }
  }

  @Test
  void namesAreLeftOutWhereThereAreTooMany() {
    ListAxis axis = new ListAxis("x", List.of("a", "b", "c", "d", "e"));
    assertThat(axis.ticks(2).marks()).containsExactly(new Tick(0.5, "a"), new Tick(3.5, "d"));
    assertThat(labels(axis, 5)).containsExactly("a", "b", "c", "d", "e");
  }
}
