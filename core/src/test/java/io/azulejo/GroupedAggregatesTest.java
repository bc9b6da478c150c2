package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
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
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Aggregates by periods and intervals, and those that need all values, against a naive oracle. */
class GroupedAggregatesTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final List<String> TEXTS = List.of("", "a", "ab", "ä");

  private final List<Cell> cells = new ArrayList<>();
  @AutoClose private Azulejo azulejo;

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
        TestSchemas.of(
            "sparse(id INT32 0..%s/64) t DATETIME_SEC, x FLOAT64 nullable, n INT16, "
                + "s STRING_UTF8 var nullable, w UINT8 e=red|green|blue",
            1 << 20));
    azulejo.array(PLACE).append(batch());
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
    return azulejo.open(PLACE).read(ReadRequest.ALL).aggregate(Aggregation.parse(text));
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
    check("months(t)", c -> (c.t.getYear() - 1970) * 12L + c.t.getMonthValue() - 1);
    check("quarters(t)", c -> (c.t.getYear() - 1970) * 12L + (c.t.getMonthValue() - 1) / 3 * 3);
    check("weeks(t)", c -> days(c) - (c.t.getDayOfWeek().getValue() - 1));
    check("days(t)", GroupedAggregatesTest::days);
    check("hours(t)", c -> Math.floorDiv(c.t.toEpochSecond(ZoneOffset.UTC), 3600L));
    check("minutes(t)", c -> Math.floorDiv(c.t.toEpochSecond(ZoneOffset.UTC), 60L));
    check("quarter(t)", c -> (c.t.getMonthValue() + 2L) / 3);
    check("month(t)", c -> (long) c.t.getMonthValue());
    check("day(t)", c -> (long) c.t.getDayOfMonth());
    check("day_of_week(t)", c -> (long) c.t.getDayOfWeek().getValue());
    check("day_of_year(t)", c -> (long) c.t.getDayOfYear());
    check("hour(t)", c -> (long) c.t.getHour());
    check("minute(t)", c -> (long) c.t.getMinute());
    check("second(t)", c -> (long) c.t.getSecond());
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
  void omitsGroupsThatAFilterExcludes() {
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
    assertThat(ask("count() by months(t) having months(t) = 2018").rows()).isEqualTo(12);
    assertThat(ask("count() by s having s is null").rows()).isEqualTo(1);
    assertThat(ask("count() having count() < 0").rows()).isZero();
    refuses(InvalidRequestException.class, () -> ask("count() by n having m > 0"));
  }

  @Test
  void groupsByPeriodsAreComparedWithDatesAlone() {
    for (String having :
        List.of(
            "months(t) in (6, 7, 8)",
            "not (months(t) = 6)",
            "count() > 1 and months(t) >= 6.0",
            "months(t) = +2018 or count() > 1",
            "months(t) between 6 and 8")) {
      refuses(InvalidRequestException.class, () -> ask("count() by months(t) having " + having));
    }
    refuses(InvalidRequestException.class, () -> ask("count() by weeks(t) having weeks(t) = 5"));
    assertThat(ask("count() by months(t) having months(t) in (2018-06, 2018-07)").rows())
        .isEqualTo(2);
    assertThat(ask("count() by months(t) having months(t) between 2018-06 and 2018-08").rows())
        .isEqualTo(3);
    assertThat(ask("count() by month(t) having month(t) in (6, 7, 8)").rows()).isEqualTo(3);
    assertThat(ask("count() by year(t) having year(t) = 2018").rows()).isEqualTo(1);
  }

  @Test
  void groupsAreLeftOutByWhatIsCalculatedOfTheAnswer() {
    Map<Integer, List<Cell>> byN = cells.stream().collect(Collectors.groupingBy(c -> (int) c.n));
    Batch answer = ask("count(), sum(id) by n having sum(id) / count() > 3000 and abs(n) < 500");
    assertThat(LongStream.range(0, answer.rows()).mapToObj(r -> answer.column(0).getInt((int) r)))
        .containsExactlyElementsOf(
            byN.entrySet().stream()
                .filter(e -> Math.abs(e.getKey()) < 500)
                .filter(
                    e -> e.getValue().stream().mapToLong(Cell::id).average().orElseThrow() > 3000)
                .map(Map.Entry::getKey)
                .sorted()
                .toList());
    assertThat(ask("count(), sum(id) having 2 * (sum(id) - count()) < count()").rows()).isZero();
    assertThat(ask("min(n), max(n) having max(n) - min(n) > 100").rows()).isEqualTo(1);
  }

  @Test
  void decimalsLieInTheIntervalsThatTheyBegin() {
    int[] hundreds = {1, 2, 5, 10, 25, 30, 70, 125, 1000};
    int rows = 4001;
    ByteBuffer doubles = ByteBuffer.allocate(8 * rows).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer floats = ByteBuffer.allocate(4 * rows).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = -2000; i <= 2000; i++) {
      doubles.putDouble(i / 100.0);
      floats.putFloat(i / 100.0f);
    }
    Location place = Location.of("mem://decimals");
    azulejo.create(place, TestSchemas.of("sparse(id INT32 -2000..2000/64) d FLOAT64, f FLOAT32"));
    azulejo
        .array(place)
        .append(
            Batch.of(
                Column.of("id", Datatype.INT32, LongStream.rangeClosed(-2000, 2000).toArray()),
                new FixedColumn("d", Datatype.FLOAT64, 1, rows, doubles.array(), null),
                new FixedColumn("f", Datatype.FLOAT32, 1, rows, floats.array(), null)));
    for (String field : List.of("d", "f")) {
      for (int hundred : hundreds) {
        Map<Double, Long> wanted =
            LongStream.rangeClosed(-2000, 2000)
                .mapToObj(i -> Math.floorDiv(i, hundred) * hundred / 100.0)
                .collect(Collectors.groupingBy(low -> low, TreeMap::new, Collectors.counting()));
        String by = "bin(" + field + ", " + hundred / 100.0 + ")";
        Batch answer =
            azulejo
                .open(place)
                .read(ReadRequest.ALL)
                .aggregate(Aggregation.parse("count() by " + by));
        Map<Double, Long> met = new TreeMap<>();
        for (int row = 0; row < answer.rows(); row++) {
          met.put(answer.column(0).getDouble(row), answer.column(1).getLong(row));
        }
        assertThat(met).as(by).isEqualTo(wanted);
      }
    }
  }

  @Test
  void numbersJustBelowAnIntervalAreInTheOneBefore() {
    DecimalRow[] rows = {
      new DecimalRow(Math.nextDown(10.0), "10", 0),
      new DecimalRow(Math.nextDown(0.3), "0.1", 0.2),
      new DecimalRow(-Double.MIN_VALUE, "0.1", -0.1),
      new DecimalRow(1e308, "0.1", 1e308),
      new DecimalRow(1e16 + 2, "0.5", 1e16 + 2),
      new DecimalRow(Double.NEGATIVE_INFINITY, "0.1", Double.NEGATIVE_INFINITY),
      new DecimalRow(1.0, Double.toString(1 / 3.0), 2 / 3.0 + 1 / 3.0),
      new DecimalRow(7e300, "1e300", 7e300),
      new DecimalRow(3e-300, "1e-300", 3e-300)
    };
    for (int i = 0; i < rows.length; i++) {
      Location place = Location.of("mem://one" + i);
      azulejo.create(place, TestSchemas.of("sparse(id INT32 0..1/2) x FLOAT64"));
      ByteBuffer x = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(rows[i].value);
      azulejo
          .array(place)
          .append(
              Batch.of(
                  Column.of("id", Datatype.INT32, 1L),
                  new FixedColumn("x", Datatype.FLOAT64, 1, 1, x.array(), null)));
      Batch answer =
          azulejo
              .open(place)
              .read(ReadRequest.ALL)
              .aggregate(Aggregation.parse("count() by bin(x, " + rows[i].width + ")"));
      assertThat(answer.column(0).getDouble(0)).as(rows[i].toString()).isEqualTo(rows[i].low);
    }
  }

  /** A number, the width of intervals and the end of the one that it is in. */
  private record DecimalRow(double value, String width, double low) {}

  @Test
  void nothingHasNoValues() {
    ReadRequest none = ReadRequest.ALL.where(io.azulejo.query.Condition.alwaysFalse());
    Batch answer =
        azulejo
            .open(PLACE)
            .read(none)
            .aggregate(
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
            "median(s)", "median needs one number, datetime or time per cell",
            "var(t)", "var needs one number or time per cell",
            "count() by month(n)", "month needs datetimes; write bin(n, WIDTH)",
            "count() by bin(t, 5)", "intervals need numbers; write hour, day or month of it",
            "count() by bin(s, 5)", "intervals need numbers",
            "count() by bin(w, 5)", "has values of an enumeration; group by the field itself",
            "count() by n, n", "\"n\" occurs twice in the groups")
        .forEach(
            (text, message) ->
                assertThatThrownBy(() -> ask(text))
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining(message));
  }

  @Test
  void valuesThatAreKeptStayWithinTheBudget() {
    Array array = azulejo.withMemoryBudget(1 << 20).open(PLACE);
    assertThat(array.read(ReadRequest.ALL).aggregate(Aggregation.parse("median(n)")).rows())
        .isEqualTo(1);
  }

  @Test
  void keepsNoMoreValuesThanAreAskedFor() {
    int rows = 1500;
    int length = 1000;
    Location place = Location.of("mem://long");
    azulejo.create(
        place,
        TestSchemas.of("sparse(id INT32 0..%s/64) s STRING_ASCII var, one STRING_ASCII var", rows));
    byte[] texts = new byte[rows * length];
    Arrays.fill(texts, (byte) 'x');
    int[] ends = IntStream.rangeClosed(0, rows).map(i -> i * length).toArray();
    int[] all = new int[rows + 1];
    all[rows] = texts.length;
    azulejo
        .array(place)
        .append(
            Batch.of(
                Column.of("id", Datatype.INT32, LongStream.range(0, rows).toArray()),
                new VarColumn("s", Datatype.STRING_ASCII, rows, ends, texts, null),
                new VarColumn("one", Datatype.STRING_ASCII, rows, all, texts, null)));
    Array small = azulejo.withMemoryBudget(8 << 20).open(place);
    Function<String, Batch> ask =
        text -> small.read(ReadRequest.ALL).aggregate(Aggregation.parse(text));
    assertThat(ask.apply("first(s) by id").rows()).isEqualTo(rows);
    assertThat(ask.apply("last(s) by id").rows()).isEqualTo(rows);
    assertThatThrownBy(() -> ask.apply("first(s), last(s) by id"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("more than a quarter of the memory budget");
    Array smaller = azulejo.withMemoryBudget(5 << 20).open(place);
    assertThatThrownBy(
            () ->
                smaller.read(ReadRequest.ALL).aggregate(Aggregation.parse("max(one), median(id)")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("the values of [\"one\"], which form the result, need more");
  }
}
