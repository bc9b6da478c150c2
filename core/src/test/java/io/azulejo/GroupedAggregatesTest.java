package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Aggregates by periods and intervals, and those that need all values, against a naive oracle. */
class GroupedAggregatesTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final List<String> TEXTS = List.of("", "a", "ab", "ä");

  private final List<Cell> cells = new ArrayList<>();
  private Azulejo azulejo;

  /** A cell; what is null is null. */
  private record Cell(long id, LocalDateTime t, Double x, long n, String s, int w) {}

  @BeforeEach
  void write() {
    Random random = new Random(2018);
    double[] odd = {0.0, -0.0, Double.NaN};
    for (int i = 0; i < 5000; i++) {
      Double x =
          switch (random.nextInt(8)) {
            case 0 -> null;
            case 1 -> odd[random.nextInt(odd.length)];
            default -> random.nextInt(-400, 400) / 8.0;
          };
      LocalDateTime t = LocalDateTime.of(2018, 1, 1, 0, 0).plusSeconds(random.nextInt(63_000_000));
      String s = random.nextInt(6) == 0 ? null : TEXTS.get(random.nextInt(TEXTS.size()));
      cells.add(new Cell(i, t, x, random.nextLong(-1000, 1000), s, random.nextInt(3)));
    }
    azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();
    azulejo.create(
        PLACE,
        ArraySchema.sparse()
            .dimension(Dimension.of("id", Datatype.INT32, Range.of(0, 1 << 20), 64))
            .attribute(Attribute.of("t", Datatype.DATETIME_SEC))
            .attribute(Attribute.builder("x", Datatype.FLOAT64).nullable().build())
            .attribute(Attribute.of("n", Datatype.INT16))
            .attribute(Attribute.builder("s", Datatype.STRING_UTF8).var().nullable().build())
            .attribute(Attribute.builder("w", Datatype.UINT8).enumeration("e").build())
            .enumeration(Enumeration.ofStrings("e", false, List.of("red", "green", "blue")))
            .build());
    try (ArrayWriter out = azulejo.write(PLACE)) {
      out.append(batch());
      out.commit();
    }
  }

  @AfterEach
  void close() {
    azulejo.close();
  }

  private Batch batch() {
    int rows = cells.size();
    ByteBuffer x = ByteBuffer.allocate(8 * rows).order(ByteOrder.LITTLE_ENDIAN);
    byte[] xValid = new byte[rows];
    byte[] sValid = new byte[rows];
    byte[] s = new byte[2 * rows];
    int[] offsets = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      Cell cell = cells.get(i);
      x.putDouble(cell.x == null ? 0 : cell.x);
      xValid[i] = (byte) (cell.x == null ? 0 : 1);
      sValid[i] = (byte) (cell.s == null ? 0 : 1);
      byte[] text =
          cell.s == null ? new byte[0] : cell.s.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      System.arraycopy(text, 0, s, offsets[i], text.length);
      offsets[i + 1] = offsets[i] + text.length;
    }
    return Batch.of(
        Column.of("id", Datatype.INT32, LongStream.range(0, rows).toArray()),
        Column.of(
            "t",
            Datatype.DATETIME_SEC,
            cells.stream().mapToLong(c -> c.t.toEpochSecond(ZoneOffset.UTC)).toArray()),
        new FixedColumn("x", Datatype.FLOAT64, 1, rows, x.array(), xValid),
        Column.of("n", Datatype.INT16, cells.stream().mapToLong(Cell::n).toArray()),
        new VarColumn("s", Datatype.STRING_UTF8, rows, offsets, s, sValid),
        Column.of("w", Datatype.UINT8, cells.stream().mapToLong(Cell::w).toArray()));
  }

  private Batch ask(String text) {
    return azulejo.open(PLACE).aggregate(ReadRequest.builder().build(), Aggregation.parse(text));
  }

  private static Double quantile(List<Double> values, double part) {
    List<Double> sorted =
        values.stream().filter(v -> !v.isNaN()).map(v -> v + 0.0).sorted().toList();
    if (sorted.isEmpty()) {
      return Double.NaN;
    }
    double place = part * (sorted.size() - 1);
    double low = sorted.get((int) Math.floor(place));
    double high = sorted.get((int) Math.ceil(place));
    return low + (high - low) * (place - Math.floor(place));
  }

  private static double variance(List<Double> values) {
    double mean = values.stream().mapToDouble(v -> v).average().orElse(Double.NaN);
    return values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum() / (values.size() - 1);
  }

  private void check(String by, Function<Cell, Long> key) {
    Map<Long, List<Cell>> groups =
        cells.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
    Batch answer =
        ask(
            "count(), count(distinct x), count(distinct s), median(n), quantile(x, .9), var(n),"
                + " stddev(n), first(s), last(n), median(t) by "
                + by);
    assertThat(answer.rows()).isEqualTo(groups.size());
    int row = 0;
    for (Map.Entry<Long, List<Cell>> group : groups.entrySet()) {
      List<Cell> own = group.getValue();
      List<Double> x = own.stream().map(Cell::x).filter(v -> v != null).toList();
      List<Double> n = own.stream().map(c -> (double) c.n).toList();
      assertThat(answer.column(0).getLong(row)).as(by).isEqualTo(group.getKey());
      assertThat(answer.column(1).getLong(row)).isEqualTo(own.size());
      assertThat(answer.column(2).getLong(row))
          .isEqualTo(x.stream().map(v -> v + 0.0).distinct().count());
      assertThat(answer.column(3).getLong(row))
          .isEqualTo(own.stream().map(Cell::s).filter(v -> v != null).distinct().count());
      assertThat(answer.column(4).getDouble(row)).isEqualTo(quantile(n, 0.5), within(1e-9));
      if (x.isEmpty()) {
        assertThat(answer.column(5).isNull(row)).isTrue();
      } else {
        assertThat(answer.column(5).getDouble(row)).isEqualTo(quantile(x, 0.9), within(1e-9));
      }
      if (n.size() > 1) {
        assertThat(answer.column(6).getDouble(row)).isEqualTo(variance(n), within(1e-6));
        assertThat(answer.column(7).getDouble(row)).isEqualTo(Math.sqrt(variance(n)), within(1e-6));
      } else {
        assertThat(answer.column(6).getDouble(row)).isNaN();
      }
      String first = own.stream().map(Cell::s).filter(v -> v != null).findFirst().orElse(null);
      assertThat(answer.column(8).isNull(row) ? null : answer.column(8).getString(row))
          .isEqualTo(first);
      assertThat(answer.column(9).getLong(row)).isEqualTo(own.get(own.size() - 1).n);
      List<Long> times = own.stream().map(c -> c.t.toEpochSecond(ZoneOffset.UTC)).sorted().toList();
      long low = times.get((times.size() - 1) / 2);
      long high = times.get(times.size() / 2);
      assertThat(answer.column(10).getLong(row)).isEqualTo(Math.floorDiv(low + high, 2));
      row++;
    }
  }

  private static long days(Cell cell) {
    return cell.t.toLocalDate().toEpochDay();
  }

  @Test
  void periodsAgreeWithTheCalendar() {
    check("year(t)", c -> (long) c.t.getYear());
    check("month(t)", c -> (c.t.getYear() - 1970) * 12L + c.t.getMonthValue() - 1);
    check("quarter(t)", c -> (c.t.getYear() - 1970) * 12L + (c.t.getMonthValue() - 1) / 3 * 3);
    check("week(t)", c -> days(c) - (c.t.getDayOfWeek().getValue() - 1));
    check("day(t)", GroupedAggregatesTest::days);
    check("hour(t)", c -> Math.floorDiv(c.t.toEpochSecond(ZoneOffset.UTC), 3600L));
    check("minute(t)", c -> Math.floorDiv(c.t.toEpochSecond(ZoneOffset.UTC), 60L));
    check("month_of_year(t)", c -> (long) c.t.getMonthValue());
    check("day_of_month(t)", c -> (long) c.t.getDayOfMonth());
    check("day_of_week(t)", c -> (long) c.t.getDayOfWeek().getValue());
    check("day_of_year(t)", c -> (long) c.t.getDayOfYear());
    check("hour_of_day(t)", c -> (long) c.t.getHour());
  }

  @Test
  void intervalsBeginWithTheirLowerEnds() {
    check("bin(n, 100)", c -> Math.floorDiv(c.n, 100) * 100L);
    check("bin(n, 7)", c -> Math.floorDiv(c.n, 7) * 7L);
    check("w", c -> (long) c.w);
    Batch answer = ask("count(), min(x), max(x) by bin(x, 2.5)");
    for (int row = 0; row < answer.rows(); row++) {
      if (!answer.column(0).isNull(row) && !Double.isNaN(answer.column(0).getDouble(row))) {
        double low = answer.column(0).getDouble(row);
        assertThat(answer.column(2).getDouble(row)).isGreaterThanOrEqualTo(low);
        assertThat(answer.column(3).getDouble(row)).isLessThan(low + 2.5);
      }
    }
    assertThat(answer.column(0).isNull(answer.rows() - 1)).isTrue();
    assertThat(answer.column(0).getDouble(answer.rows() - 2)).isNaN();
  }

  @Test
  void allCellsAreOneGroupWhereNothingMakesGroups() {
    Batch answer =
        ask(
            "count(distinct x), median(x), quantile(n, 0), quantile(n, 1), first(id), last(id), var(x)");
    List<Double> x = cells.stream().map(Cell::x).filter(v -> v != null).toList();
    assertThat(answer.column(0).getLong(0))
        .isEqualTo(x.stream().map(v -> v + 0.0).distinct().count());
    assertThat(answer.column(1).getDouble(0)).isEqualTo(quantile(x, 0.5));
    assertThat(answer.column(2).getDouble(0))
        .isEqualTo(cells.stream().mapToLong(Cell::n).min().orElseThrow());
    assertThat(answer.column(3).getDouble(0))
        .isEqualTo(cells.stream().mapToLong(Cell::n).max().orElseThrow());
    assertThat(answer.column(4).getLong(0)).isZero();
    assertThat(answer.column(5).getLong(0)).isEqualTo(4999);
    assertThat(answer.column(6).getDouble(0)).isNaN();
  }

  @Test
  void groupsThatAreNotWantedAreLeftOut() {
    Map<Integer, Long> counts =
        cells.stream().collect(Collectors.groupingBy(c -> (int) c.n, Collectors.counting()));
    Batch answer = ask("count() by n having count() >= 5 and n > 0");
    assertThat(LongStream.range(0, answer.rows()).mapToObj(r -> answer.column(0).getInt((int) r)))
        .containsExactlyElementsOf(
            counts.entrySet().stream()
                .filter(e -> e.getValue() >= 5 && e.getKey() > 0)
                .map(Map.Entry::getKey)
                .sorted(Comparator.naturalOrder())
                .toList());
    assertThat(ask("count() by w having w = 'green'").column(0).getLong(0)).isEqualTo(1);
    assertThat(ask("count() by month(t) having month(t) = 2018").rows()).isEqualTo(12);
    assertThat(ask("count() by s having s is null").rows()).isEqualTo(1);
    assertThat(ask("count() having count() < 0").rows()).isZero();
    assertThatThrownBy(() -> ask("count() by n having m > 0"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("no field \"m\"");
  }

  @Test
  void nothingHasNoValues() {
    ReadRequest none =
        ReadRequest.builder().where(io.azulejo.query.Condition.alwaysFalse()).build();
    Batch answer =
        azulejo
            .open(PLACE)
            .aggregate(
                none,
                Aggregation.parse(
                    "count(distinct n), median(n), median(x), var(n), first(n), first(s), median(t)"));
    assertThat(answer.column(0).getLong(0)).isZero();
    assertThat(answer.column(1).getDouble(0)).isNaN();
    assertThat(answer.column(2).isNull(0)).isTrue();
    assertThat(answer.column(3).getDouble(0)).isNaN();
    assertThat(answer.column(4).getLong(0)).isZero();
    assertThat(answer.column(5).isNull(0)).isTrue();
    assertThat(answer.column(6).getLong(0)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void saysWhatGoesWithWhichType() {
    Map.of(
            "median(s)", "there is no median: there is of numbers, datetimes and times",
            "var(t)", "there is no var: there is of numbers and times",
            "count() by month(n)", "there is month of datetimes alone: write bin(n, WIDTH)",
            "count() by bin(t, 5)", "intervals are of numbers: write hour, day or month of it",
            "count() by bin(s, 5)", "intervals are of numbers",
            "count() by bin(w, 5)", "has values of an enumeration: group by them as they are",
            "count() by n, n", "groups by \"n\" twice")
        .forEach(
            (text, message) ->
                assertThatThrownBy(() -> ask(text))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining(message));
  }

  @Test
  void valuesThatAreKeptStayWithinTheBudget() {
    try (Azulejo small = azulejo.withMemoryBudget(1 << 20)) {
      Array array = small.open(PLACE);
      assertThat(
              array.aggregate(ReadRequest.builder().build(), Aggregation.parse("median(n)")).rows())
          .isEqualTo(1);
    }
  }
}
