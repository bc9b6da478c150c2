package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conditions on what is calculated of several fields, and on forms of strings; naive oracles. */
class CalculatedConditionsTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final int ROWS = 400;
  private static final List<String> TEXTS =
      List.of("", "a", "ab", "abc", "äb", "a_b", "a%b", "bab", "xabx", "\\");

  private final List<Cell> cells = new ArrayList<>();
  @AutoClose private Azulejo azulejo;

  /** A cell; what is null is null. */
  private record Cell(
      int id,
      long i,
      Double f,
      LocalDateTime t,
      Long ms,
      long minutes,
      String s,
      String r,
      int e,
      int g) {}

  /** A number in a text, and what it is of a cell; null where it has none. */
  private record Formula(String text, Function<Cell, Double> of) {}

  @BeforeEach
  void write() {
    Random random = new Random(4018);
    for (int k = 0; k < ROWS; k++) {
      LocalDateTime t = LocalDateTime.of(2018, 1, 1, 0, 0).plusSeconds(random.nextInt(90_000_000));
      long ms = t.toEpochSecond(ZoneOffset.UTC) * 1000 + random.nextLong(-9_000_000, 9_000_000);
      cells.add(
          new Cell(
              k,
              random.nextLong(-20, 20),
              random.nextInt(6) == 0
                  ? null
                  : (Double) (random.nextInt(9) == 0 ? Double.NaN : random.nextInt(-40, 40) / 2.0),
              t,
              random.nextInt(6) == 0 ? null : (Long) ms,
              random.nextLong(0, 150),
              random.nextInt(6) == 0 ? null : TEXTS.get(random.nextInt(TEXTS.size())),
              TEXTS.get(random.nextInt(TEXTS.size())),
              random.nextInt(3),
              random.nextInt(3)));
    }
    azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();
    azulejo.create(
        PLACE,
        ArraySchema.sparse()
            .dimension(Dimension.of("id", Datatype.INT32, Range.of(0, 1 << 20), 16))
            .capacity(50)
            .attribute(Attribute.of("i", Datatype.INT16))
            .attribute(Attribute.builder("f", Datatype.FLOAT64).nullable().build())
            .attribute(Attribute.of("t", Datatype.DATETIME_SEC))
            .attribute(Attribute.builder("m", Datatype.DATETIME_MS).nullable().build())
            .attribute(Attribute.of("d", Datatype.TIME_MIN))
            .attribute(Attribute.builder("s", Datatype.STRING_UTF8).var().nullable().build())
            .attribute(Attribute.builder("r", Datatype.STRING_UTF8).var().build())
            .attribute(Attribute.builder("e", Datatype.UINT8).enumeration("texts").build())
            .attribute(Attribute.builder("g", Datatype.UINT8).enumeration("texts").build())
            .attribute(Attribute.builder("o", Datatype.UINT8).enumeration("others").build())
            .enumeration(Enumeration.ofStrings("texts", true, List.of("x", "abc", "ab")))
            .enumeration(Enumeration.ofStrings("others", true, List.of("x")))
            .build());
    azulejo.array(PLACE).append(batch());
  }

  private Batch batch() {
    ByteBuffer f = ByteBuffer.allocate(8 * ROWS).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer m = ByteBuffer.allocate(8 * ROWS).order(ByteOrder.LITTLE_ENDIAN);
    byte[][] valid = new byte[2][ROWS];
    for (int k = 0; k < ROWS; k++) {
      Cell cell = cells.get(k);
      f.putDouble(cell.f == null ? 0 : cell.f);
      m.putLong(cell.ms == null ? 0 : cell.ms);
      valid[0][k] = (byte) (cell.f == null ? 0 : 1);
      valid[1][k] = (byte) (cell.ms == null ? 0 : 1);
    }
    return Batch.of(
        Column.of("id", Datatype.INT32, LongStream.range(0, ROWS).toArray()),
        Column.of("i", Datatype.INT16, cells.stream().mapToLong(Cell::i).toArray()),
        new FixedColumn("f", Datatype.FLOAT64, 1, ROWS, f.array(), valid[0]),
        Column.of(
            "t",
            Datatype.DATETIME_SEC,
            cells.stream().mapToLong(c -> c.t.toEpochSecond(ZoneOffset.UTC)).toArray()),
        new FixedColumn("m", Datatype.DATETIME_MS, 1, ROWS, m.array(), valid[1]),
        Column.of("d", Datatype.TIME_MIN, cells.stream().mapToLong(Cell::minutes).toArray()),
        texts("s", Cell::s, true),
        texts("r", Cell::r, false),
        Column.of("e", Datatype.UINT8, cells.stream().mapToLong(Cell::e).toArray()),
        Column.of("g", Datatype.UINT8, cells.stream().mapToLong(Cell::g).toArray()),
        Column.of("o", Datatype.UINT8, new long[ROWS]));
  }

  private Column texts(String name, Function<Cell, String> of, boolean nullable) {
    byte[] data = new byte[8 * ROWS];
    int[] offsets = new int[ROWS + 1];
    byte[] valid = nullable ? new byte[ROWS] : null;
    for (int k = 0; k < ROWS; k++) {
      String text = of.apply(cells.get(k));
      byte[] bytes = (text == null ? "" : text).getBytes(StandardCharsets.UTF_8);
      System.arraycopy(bytes, 0, data, offsets[k], bytes.length);
      offsets[k + 1] = offsets[k] + bytes.length;
      if (nullable) {
        valid[k] = (byte) (text == null ? 0 : 1);
      }
    }
    return new VarColumn(name, Datatype.STRING_UTF8, ROWS, offsets, data, valid);
  }

  private List<Integer> ids(String condition) {
    Condition parsed = Condition.parse(condition);
    assertThat(Condition.parse(parsed.toString())).as(condition).isEqualTo(parsed);
    ReadRequest request = ReadRequest.ALL.select("id").where(parsed);
    try (Stream<Row> rows = azulejo.open(PLACE).read(request).rows()) {
      return rows.map(row -> (int) row.getLong("id")).sorted().toList();
    }
  }

  private void check(String condition, Predicate<Cell> oracle) {
    assertThat(ids(condition))
        .as(condition)
        .isEqualTo(cells.stream().filter(oracle).map(Cell::id).toList());
  }

  private static Formula formula(Random random, int depth) {
    switch (random.nextInt(depth > 2 ? 6 : 10)) {
      case 0:
        return new Formula("i", c -> (double) c.i);
      case 1:
        return new Formula("f", Cell::f);
      case 2:
        return new Formula("index(e)", c -> (double) c.e);
      case 3:
        return random.nextBoolean()
            ? new Formula("year(t)", c -> (double) c.t.getYear())
            : new Formula("day_of_week(t)", c -> (double) c.t.getDayOfWeek().getValue());
      case 4:
        return new Formula(
            "hour(m)",
            c ->
                c.ms == null
                    ? null
                    : (double) c.ms.longValue() / 3_600_000 % 24 - c.ms / 3_600_000.0 % 1);
      case 5:
        double number = random.nextInt(-20, 20) / 2.0;
        return new Formula(String.valueOf(number), c -> number);
      case 6:
        Formula of = formula(random, depth + 1);
        return new Formula(
            "abs(" + of.text + ")", c -> of.of.apply(c) == null ? null : Math.abs(of.of.apply(c)));
      default:
        Formula left = formula(random, depth + 1);
        Formula right = formula(random, depth + 1);
        char sign = "+-*/".charAt(random.nextInt(4));
        return new Formula(
            "(" + left.text + " " + sign + (random.nextBoolean() ? " " : "") + right.text + ")",
            c -> {
              Double a = left.of.apply(c);
              Double b = right.of.apply(c);
              if (a == null || b == null) {
                return null;
              }
              return switch (sign) {
                case '+' -> a + b;
                case '-' -> a - b;
                case '*' -> a * b;
                default -> a / b;
              };
            });
    }
  }

  private static boolean holds(String sign, double a, double b) {
    return switch (sign) {
      case "<" -> a < b;
      case "<=" -> a <= b;
      case ">" -> a > b;
      case ">=" -> a >= b;
      case "=" -> a == b;
      default -> a != b;
    };
  }

  @Test
  void calculatedNumbersAgreeWithThoseOfJava() {
    Random random = new Random(18);
    List<String> signs = List.of("<", "<=", ">", ">=", "=", "!=");
    int checked = 0;
    while (checked < 400) {
      Formula left = formula(random, 0);
      Formula right = formula(random, 0);
      String sign = signs.get(random.nextInt(signs.size()));
      boolean constants =
          cells.stream().map(left.of).distinct().count() == 1
              && cells.stream().map(right.of).distinct().count() == 1;
      if (constants) {
        continue;
      }
      check(
          left.text + " " + sign + " " + right.text,
          c -> {
            Double a = left.of.apply(c);
            Double b = right.of.apply(c);
            return a != null && b != null && holds(sign, a, b);
          });
      checked++;
    }
  }

  @Test
  void fieldsAreComparedWithEachOther() {
    check("i < f", c -> c.f != null && c.i < c.f);
    check("not i < f", c -> c.f != null && c.i >= c.f);
    check("i = id", c -> c.i == c.id);
    check("s = r", c -> c.s != null && c.s.equals(c.r));
    check("s != r", c -> c.s != null && !c.s.equals(c.r));
    check("s <= r", c -> c.s != null && compare(c.s, c.r) <= 0);
    check(
        "not (s <= r or i > f)",
        c -> c.s != null && c.f != null && compare(c.s, c.r) > 0 && c.i <= c.f);
    check("e = g", c -> c.e == c.g);
    check("e < g", c -> c.e < c.g);
    check("t < m", c -> c.ms != null && c.t.toEpochSecond(ZoneOffset.UTC) * 1000 < c.ms);
    check("f = f", c -> c.f != null && !c.f.isNaN());
    check("f != f", c -> c.f != null && c.f.isNaN());
  }

  private static int compare(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }

  private static long seconds(Cell c) {
    return c.t.toEpochSecond(ZoneOffset.UTC);
  }

  @Test
  void timesAreAddedAndSubtracted() {
    check("m - t > PT1H", c -> c.ms != null && c.ms - seconds(c) * 1000 > 3_600_000);
    check(
        "abs(m - t) <= PT30M",
        c -> c.ms != null && Math.abs(c.ms - seconds(c) * 1000) <= 1_800_000);
    check(
        "m - t between -PT1H and d",
        c ->
            c.ms != null
                && c.ms - seconds(c) * 1000 >= -3_600_000
                && c.ms - seconds(c) * 1000 <= c.minutes * 60_000);
    check("t + d >= 2019-06-01T12:00", c -> seconds(c) + c.minutes * 60 >= 1_559_390_400L);
    check("t + P1D = 2019", c -> c.t.plusDays(1).getYear() == 2019);
    check("t - d < 2019-06", c -> seconds(c) - c.minutes * 60 < 1_559_347_200L);
    check(
        "t + d != 2019-06-01",
        c -> !c.t.plusMinutes(c.minutes).toLocalDate().toString().equals("2019-06-01"));
    check("m > t + PT0.5S", c -> c.ms != null && c.ms > seconds(c) * 1000 + 500);
  }

  @Test
  void partsOfDatesAreNumbers() {
    check("year(t) = 2019", c -> c.t.getYear() == 2019);
    check("year(t) < 2019", c -> c.t.getYear() < 2019);
    check("not year(t) < 2019", c -> c.t.getYear() >= 2019);
    check("year(t) in (2018, 2020)", c -> c.t.getYear() != 2019);
    check("month(t) between 5 and 7", c -> c.t.getMonthValue() >= 5 && c.t.getMonthValue() <= 7);
    check("quarter(t) = 2", c -> (c.t.getMonthValue() - 1) / 3 == 1);
    check(
        "day(t) = 31 or day_of_year(t) = 60",
        c -> c.t.getDayOfMonth() == 31 || c.t.getDayOfYear() == 60);
    check("hour(t) < 6 and minute(t) >= 30", c -> c.t.getHour() < 6 && c.t.getMinute() >= 30);
    check("second(t) * 2 = minute(t)", c -> c.t.getSecond() * 2 == c.t.getMinute());
    check(
        "month(t) != month(m)",
        c ->
            c.ms != null
                && c.t.getMonthValue()
                    != LocalDateTime.ofEpochSecond(Math.floorDiv(c.ms, 1000), 0, ZoneOffset.UTC)
                        .getMonthValue());
    check("3 > day_of_week(t)", c -> c.t.getDayOfWeek().getValue() < 3);
  }

  @Test
  void formsOfStringsAgreeWithRegularExpressions() {
    Random random = new Random(99);
    String[] pieces = {"a", "b", "ä", "%", "_", "\\%", "\\_", "\\\\", "x"};
    for (int k = 0; k < 300; k++) {
      StringBuilder like = new StringBuilder();
      StringBuilder regex = new StringBuilder();
      for (int p = random.nextInt(5); p > 0; p--) {
        String piece = pieces[random.nextInt(pieces.length)];
        like.append(piece);
        regex.append(
            piece.equals("%")
                ? ".*"
                : piece.equals("_") ? "." : Pattern.quote(piece.substring(piece.length() - 1)));
      }
      Pattern pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
      boolean not = random.nextBoolean();
      check(
          "s" + (not ? " not" : "") + " like '" + like + "'",
          c -> c.s != null && pattern.matcher(c.s).matches() != not);
      check(
          "e like '" + like + "'",
          c -> pattern.matcher(List.of("x", "abc", "ab").get(c.e)).matches());
    }
    assertThat(Condition.field("s").like("a%")).isEqualTo(Condition.parse("s like 'a%'"));
  }

  @Test
  void cellsOfDenseArraysAndOfSeveralFragmentsAreTestedAlike() {
    Location place = Location.of("mem://dense");
    azulejo.create(
        place, TestSchemas.of("dense(y INT32 1..20/4, x INT32 1..20/7) a INT32, b FLOAT32"));
    Random random = new Random(7);
    int[][] a = new int[21][21];
    float[][] b = new float[21][21];
    boolean[][] written = new boolean[21][21];
    int[][] boxes = {{1, 12, 1, 15}, {5, 16, 9, 20}, {6, 6, 3, 3}};
    for (int[] box : boxes) {
      int cellCount = (box[1] - box[0] + 1) * (box[3] - box[2] + 1);
      long[] first = new long[cellCount];
      double[] second = new double[cellCount];
      int at = 0;
      for (int y = box[0]; y <= box[1]; y++) {
        for (int x = box[2]; x <= box[3]; x++) {
          a[y][x] = random.nextInt(-9, 9);
          b[y][x] = random.nextInt(-18, 18) / 2f;
          written[y][x] = true;
          first[at] = a[y][x];
          second[at++] = b[y][x];
        }
      }
      WriteRequest request =
          WriteRequest.DEFAULT.subarray(
              Subarray.of("y", Range.of(box[0], box[1])).and("x", Range.of(box[2], box[3])));
      TestArrays.write(
          azulejo.array(place),
          request,
          ChangeOptions.DEFAULT,
          Batch.of(
              Column.of("a", Datatype.INT32, first), Column.of("b", Datatype.FLOAT32, second)));
    }
    ReadRequest request =
        ReadRequest.ALL
            .select("y", "x")
            .where(Condition.parse("a * 2 < b + y and x != y and not a + x = 3"));
    List<String> wanted = new ArrayList<>();
    for (int y = 1; y <= 20; y++) {
      for (int x = 1; x <= 20; x++) {
        if (written[y][x] && a[y][x] * 2 < b[y][x] + y && x != y && a[y][x] + x != 3) {
          wanted.add(y + "," + x);
        }
      }
    }
    try (Stream<Row> rows = azulejo.open(place).read(request).rows()) {
      assertThat(rows.map(row -> row.getLong("y") + "," + row.getLong("x")))
          .containsExactlyElementsOf(wanted);
    }
  }

  @Test
  void fragmentsWithoutAFieldHaveNoCellThatMeetsACalculation() {
    azulejo
        .array(PLACE)
        .evolve(
            SchemaEvolution.builder().addAttribute(Attribute.of("late", Datatype.INT32)).build());
    assertThat(ids("late < i + 1000")).isEmpty();
    assertThat(ids("not late < i + 1000")).isEmpty();
    assertThat(ids("late < i + 1000 or id = 3")).containsExactly(3);
  }

  @Test
  void saysWhatGoesTogether() {
    Map.ofEntries(
            Map.entry("i = s", "strings can only be compared with strings"),
            Map.entry("t > i", "t is a datetime, and i is a number, which cannot be compared"),
            Map.entry("t + m > 2019", "valid for times: datetime - datetime"),
            Map.entry("t * 2 > 2019", "valid for times: datetime - datetime"),
            Map.entry("year(i) = 2019", "i is a number, but year applies to datetimes"),
            Map.entry("week(t) = 3", "unknown function week; valid: year, quarter, month"),
            Map.entry("e + 1 = 2", "or calculate with index(e)"),
            Map.entry("e = o", "only values of the same enumeration can be compared"),
            Map.entry("i like 'a'", "like applies only to strings"),
            Map.entry("s like 'a\\b'", "a backslash must precede"),
            Map.entry("s like 5", "expected a string in quotes"),
            Map.entry("i + x > 1", "unknown field \"x\""),
            Map.entry("t - m > 'soon'", "dates such as 2024-05-31 and durations such as PT5M"),
            Map.entry("(i + 1", "expected =, !=, <, <=, > or >="),
            Map.entry("s = abc", "unknown field \"abc\"; put strings in single quotes: 'abc'"),
            Map.entry("s = \"a'b\"", "put strings in single quotes: 'a''b'"),
            Map.entry("i + 1", "expected =, !=, <, <=, > or >=, in or between"))
        .forEach(
            (condition, message) ->
                assertThatThrownBy(() -> ids(condition))
                    .as(condition)
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining(message));
    assertThatThrownBy(() -> Condition.parse("i" + " + 1".repeat(2000) + " > 0"))
        .hasMessageContaining("more than 1000 operations");
  }
}
