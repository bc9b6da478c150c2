package io.azulejo.internal.condition;

import static io.azulejo.query.Condition.field;
import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionTree.And;
import io.azulejo.internal.condition.ConditionTree.Comparison;
import io.azulejo.internal.condition.ConditionTree.Field;
import io.azulejo.internal.condition.ConditionTree.Membership;
import io.azulejo.internal.condition.ConditionTree.Not;
import io.azulejo.internal.condition.ConditionTree.NullTest;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.ConditionTree.Or;
import io.azulejo.query.Condition;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Year;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionParserTest {
  private static final Condition.Field X = field("x");

  private static long seed() {
    String given = System.getProperty("azulejo.seed", "");
    long seed = given.isEmpty() ? 20240531 : Long.parseLong(given);
    System.out.println("azulejo.seed=" + seed);
    return seed;
  }

  @Test
  void readsTheExampleOfTheManual() {
    Condition condition =
        Condition.parse("temp > 30 and (station in ('A','B') or note is null) and not flag = true");

    assertThat(condition)
        .isEqualTo(
            field("temp")
                .greaterThan(30)
                .and(field("station").in("A", "B").or(field("note").isNull()))
                .and(field("flag").equalTo(true).negate()));
    assertThat(condition)
        .hasToString("temp > 30 and (station in ('A', 'B') or note is null) and not (flag = true)");
  }

  @Test
  void readsEveryComparison() {
    assertThat(Condition.parse("x = 1")).isEqualTo(X.equalTo(1));
    assertThat(Condition.parse("x == 1")).isEqualTo(X.equalTo(1));
    assertThat(Condition.parse("x != 1")).isEqualTo(X.notEqualTo(1));
    assertThat(Condition.parse("x <> 1")).isEqualTo(X.notEqualTo(1));
    assertThat(Condition.parse("x < 1")).isEqualTo(X.lessThan(1));
    assertThat(Condition.parse("x<=1")).isEqualTo(X.lessThanOrEqualTo(1));
    assertThat(Condition.parse("x > 1")).isEqualTo(X.greaterThan(1));
    assertThat(Condition.parse("x>=-1")).isEqualTo(X.greaterThanOrEqualTo(-1));
    assertThat(Condition.parse("x in (1, 2,3)")).isEqualTo(X.in(1, 2, 3));
    assertThat(Condition.parse("x NOT IN ( )")).isEqualTo(X.notIn());
    assertThat(Condition.parse("x Is Null")).isEqualTo(X.isNull());
    assertThat(Condition.parse("x is not null")).isEqualTo(X.isNotNull());
    assertThat(Condition.parse("x between 1 and 2")).isEqualTo(X.between(1, 2));
    assertThat(Condition.parse("x not between 1 and 2")).isEqualTo(X.between(1, 2).negate());
    assertThat(Condition.parse("x is nan")).isEqualTo(X.isNan());
    assertThat(Condition.parse("x IS NOT NaN")).isEqualTo(X.isNotNan());
    assertThat(Condition.parse("x starts with 'a'")).isEqualTo(X.startsWith("a"));
    assertThat(Condition.parse("not x starts with x'ff'"))
        .isEqualTo(X.startsWith(new byte[] {-1}).negate());
    assertThat(Condition.parse("starts starts with 'a'"))
        .isEqualTo(field("starts").startsWith("a"));
    assertThat(Condition.parse("true and not false"))
        .isEqualTo(Condition.alwaysTrue().and(Condition.alwaysFalse().negate()));
    assertThat(Condition.parse("index(x) = 3")).isEqualTo(X.byIndex().equalTo(3));
    assertThat(Condition.parse("index > 3")).isEqualTo(field("index").greaterThan(3));
  }

  @Test
  void turnsComparisonsAroundThatBeginWithTheValue() {
    assertThat(Condition.parse("30 < x")).isEqualTo(X.greaterThan(30));
    assertThat(Condition.parse("30 <= x")).isEqualTo(X.greaterThanOrEqualTo(30));
    assertThat(Condition.parse("30 > x")).isEqualTo(X.lessThan(30));
    assertThat(Condition.parse("30 >= x")).isEqualTo(X.lessThanOrEqualTo(30));
    assertThat(Condition.parse("30 = x")).isEqualTo(X.equalTo(30));
    assertThat(Condition.parse("30 != index(x)")).isEqualTo(X.byIndex().notEqualTo(30));
    assertThat(Condition.parse("PT5M < x")).isEqualTo(X.greaterThan("PT5M"));
  }

  @Test
  void bindsNotMoreThanAndMoreThanOr() {
    Condition a = field("a").equalTo(1);
    Condition b = field("b").equalTo(2);
    Condition c = field("c").equalTo(3);

    assertThat(Condition.parse("a = 1 or b = 2 and c = 3")).isEqualTo(a.or(b.and(c)));
    assertThat(Condition.parse("a = 1 and b = 2 or c = 3")).isEqualTo(a.and(b).or(c));
    assertThat(Condition.parse("(a = 1 or b = 2) and c = 3")).isEqualTo(a.or(b).and(c));
    assertThat(Condition.parse("not a = 1 and b = 2")).isEqualTo(a.negate().and(b));
    assertThat(Condition.parse("not (a = 1 and b = 2)")).isEqualTo(a.and(b).negate());
    assertThat(Condition.parse("not not a = 1")).isEqualTo(a.negate().negate());
    assertThat(Condition.parse("a between 1 and 2 and b = 2"))
        .isEqualTo(field("a").between(1, 2).and(b));
    assertThat(Condition.parse("((a = 1))and(b = 2)")).isEqualTo(a.and(b));
  }

  @Test
  void takesPartsOfEqualConditionsWhenTheyAreCombined() {
    ConditionTree a = ConditionAccess.tree(field("a").equalTo(1));
    ConditionTree b = ConditionAccess.tree(field("b").equalTo(2));

    assertThat(a.and(b).and(a.and(b))).isEqualTo(new And(List.of(a, b, a, b)));
    assertThat(a.or(b).or(a.or(b))).isEqualTo(new Or(List.of(a, b, a, b)));
    assertThat(a.or(b).and(b)).isEqualTo(new And(List.of(new Or(List.of(a, b)), b)));
  }

  @Test
  void readsEveryKindOfValue() {
    assertThat(value("007")).isEqualTo(number("7"));
    assertThat(value("-1.50")).isEqualTo(number("-1.50"));
    assertThat(value("+.5e-3")).isEqualTo(number("0.0005"));
    assertThat(value("2E10")).isEqualTo(number("2E10"));
    assertThat(value("18446744073709551615")).isEqualTo(number("18446744073709551615"));
    assertThat(value("-0")).isEqualTo(number("0"));
    assertThat(value("-0.0")).isEqualTo(new Literal.FloatingPoint(-0.0));
    assertThat(value("30.5d")).isEqualTo(new Literal.FloatingPoint(30.5));
    assertThat(value("0.1f")).isEqualTo(Literal.of(0.1f));
    assertThat(value("NaN")).isEqualTo(new Literal.FloatingPoint(Double.NaN));
    assertThat(value("inf")).isEqualTo(new Literal.FloatingPoint(Double.POSITIVE_INFINITY));
    assertThat(value("-Infinity")).isEqualTo(new Literal.FloatingPoint(Double.NEGATIVE_INFINITY));
    assertThat(value("0x3fc00000")).isEqualTo(new Literal.FloatingPoint(1.5));
    assertThat(value("0x3ff8000000000000")).isEqualTo(new Literal.FloatingPoint(1.5));
    assertThat(value("'it''s'")).isEqualTo(new Literal.Text("it's"));
    assertThat(value("''")).isEqualTo(new Literal.Text(""));
    assertThat(value("TRUE")).isEqualTo(new Literal.Bool(true));
    assertThat(value("false")).isEqualTo(new Literal.Bool(false));
    assertThat(value("x'00Ff'")).isEqualTo(new Literal.Bytes(new byte[] {0, -1}));
    assertThat(value("X''")).isEqualTo(new Literal.Bytes(new byte[0]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-05",
        "2024-05-31",
        "2024-05-31T12",
        "2024-05-31T12:30Z",
        "2024-05-31T12:30:00.5+02:00",
        "2024-05-31t1230-0330",
        "2024-05-31 12:30",
        "2024-05-31 12:30:15.25Z",
        "-0044-03-15",
        "+12024-05-31",
        "PT5M",
        "P1DT2H",
        "P2W",
        "-PT0.5S",
        "PT-0.5S",
        "+P1DT-2H",
      })
  void readsDatesTimesAndDurationsWithoutQuotes(String text) {
    assertThat(value(text)).isEqualTo(new Literal.Text(text));
    assertThat(Condition.parse("x in (" + text + "," + text + ")")).isEqualTo(X.in(text, text));
  }

  private static Literal value(String text) {
    return ((Comparison) ConditionParser.parse("x = " + text)).value();
  }

  private static Literal number(String text) {
    return new Literal.Decimal(new BigDecimal(text));
  }

  @Test
  void readsNamesOfAnyCharacters() {
    assertThat(Condition.parse("\"a \"\"b\"\"\" = 1")).isEqualTo(field("a \"b\"").equalTo(1));
    assertThat(Condition.parse("\"\" = 1")).isEqualTo(field("").equalTo(1));
    assertThat(Condition.parse("\"AND\" = 1")).isEqualTo(field("AND").equalTo(1));
    assertThat(Condition.parse("\"PT5M\" = 1")).isEqualTo(field("PT5M").equalTo(1));
    assertThat(Condition.parse("température_2 = 1")).isEqualTo(field("température_2").equalTo(1));
    assertThat(Condition.parse("percent.mt = 1")).isEqualTo(field("percent.mt").equalTo(1));
    assertThat(Condition.parse("res.0.5>.5"))
        .isEqualTo(field("res.0.5").greaterThan(new BigDecimal(".5")));
    assertThat(Condition.parse("P = 1 or PT = 1 or P1M = 1 or _p = 1"))
        .hasToString("P = 1 or PT = 1 or P1M = 1 or _p = 1");
    assertThat(field("or").equalTo(1)).hasToString("\"or\" = 1");
    assertThat(field("P1D").byIndex().isNull()).hasToString("index(\"P1D\") is null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "|0|it is empty; write one such as temp > 30",
        "x|1|expected a comparison of x: =, !=, <, <=, >, >=, in, like, between, is ..., found the end",
        "temp >> 30|6|expected a value such as 30, 'text' or 2024-05-31, found >",
        "x = null|4|found null (write is null)",
        "x != NULL|5|found NULL (write is not null)",
        "x = 'abc|4|this string does not end; close it with ', and write '' for ' inside it",
        "\"x = 1|0|this name does not end; close it with \", and write \"\" for \" inside it",
        "x := 1|2|write = instead of :=",
        "x =< 1|2|write <= instead of =<",
        "x => 1|2|write >= instead of =>",
        "x = 1 && y = 2|6|write and instead of &&",
        "!x = 1|0|write not instead of !",
        "x is 5|5|expected null, nan, not null or not nan, found 5",
        "x is not 5|9|expected null or nan, found 5",
        "x not = 5|6|expected in, between, like or starts with, found =",
        "x + = 5|4|expected a field, found =",
        "foo(x) = 5|0|unknown function foo; valid: year, quarter",
        "x in 5|5|expected values in parentheses, such as (1, 2), found 5",
        "x in (1 2)|8|expected , or ), found 2",
        "x in (1, )|9|expected a value such as",
        "x in (1|7|expected , or ), found the end",
        "x between 1, 2|11|expected and, followed by the upper bound, found ,",
        "10 < x < 20|7|expected and, or, or the end, found < (write two comparisons",
        "x = 1 y = 2|6|expected and, or, or the end, found y",
        "(x = 1|6|expected and, or, or ), found the end",
        "(x = 1 y = 2)|7|expected and, or, or ), found y",
        "x = 1)|5|this ) has no matching (",
        "x = 1 and|9|expected a field, found the end",
        "and = 1|0|expected a field, found and (put a field of that name in double quotes)",
        "x = 1 and or y = 2|10|expected a field, found or",
        "5 = 5|4|both sides are values",
        "P1D is null|4|expected =, !=, <, <=, > or >= after a value, found is",
        "index(index(x)) = 1|14|expected ) after the name of a field",
        "index(5) = 1|6|expected a field, found 5",
        "a. = 1|1|. is not valid here; put names with characters other than letters",
        ".a = 1|0|. is not valid here; put names with characters other than letters",
        "x = 1.a|4|a number is written as 30, -0.5 or 2e10",
        "x = 1.5.6|4|a number is written as 30, -0.5 or 2e10",
        "x = 5m|4|a number is written as 30, -0.5 or 2e10, a date as 2024-05-31, a duration",
        "x = 2024-05-31T12:3|4|a date or time is written as 2024-05-31",
        "x = 0xff|4|0x and 8 or 16 digits are the bits of a number",
        "x = x'0'|4|bytes are written as pairs of the digits 0-9 and a-f",
        "x = x'0g'|4|bytes are written as pairs of the digits",
        "x = 1e99999999999|4|the exponent of this number is out of range",
        "x = \u2018a\u2019|4|strings are in straight single quotes",
      })
  void pointsAtThePlaceOfAnError(String given, int place, String reason) {
    String text = given == null ? "" : given;
    assertThatThrownBy(() -> Condition.parse(text))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("the condition cannot be read: ")
        .hasMessageContaining(reason)
        .hasMessageEndingWith("\n  " + text + "\n  " + " ".repeat(place) + "^");
  }

  @Test
  void showsOnlyTheSurroundingsOfAnErrorInOneLine() {
    String text = "x in (" + "1,\t\n".repeat(1000) + "\ud83d\ude00) or y = " + "2".repeat(100);

    assertThatThrownBy(() -> Condition.parse(text))
        .hasMessageEndingWith(
            "\n  ..."
                + "1,  ".repeat(10)
                + "\ud83d\ude00) or y = "
                + "2".repeat(19)
                + "...\n  "
                + " ".repeat(43)
                + "^");
  }

  @Test
  void boundsDepthAndLength() {
    String open = "(".repeat(250);
    assertThat(Condition.parse(open + "x = 1" + ")".repeat(250))).isEqualTo(X.equalTo(1));
    for (String deep :
        List.of("(".repeat(1_000_000), "not ".repeat(1_000_000), "not(".repeat(400))) {
      refuses(InvalidRequestException.class, () -> Condition.parse(deep));
    }
    refuses(InvalidRequestException.class, () -> Condition.parse(" ".repeat((1 << 24) + 1)));
    refuses(() -> Condition.parse("x = " + "1".repeat(5000)));
  }

  @Test
  void readsAHundredThousandValues() {
    String text = "x in (" + "'station', 2024-05-31,".repeat(50_000) + "1)";

    assertThat(((Membership) ConditionParser.parse(text)).values()).hasSize(100_001);
  }

  @Test
  void everyConditionComesBackFromItsText() {
    Random random = new Random(seed());
    for (int i = 0; i < 5000; i++) {
      ConditionTree condition = condition(random, random.nextInt(6));
      String text = condition.toString();
      assertThat(ConditionParser.parse(text)).as(text).isEqualTo(condition).hasToString(text);
    }
  }

  private static ConditionTree condition(Random random, int depth) {
    int kind = depth == 0 ? random.nextInt(3) : random.nextInt(12);
    return switch (kind) {
      case 0 -> new Comparison(name(random), Operator.values()[random.nextInt(6)], literal(random));
      case 1 -> new Membership(name(random), random.nextBoolean(), literals(random));
      case 2 -> new NullTest(name(random), random.nextBoolean());
      case 3 -> new Not(condition(random, depth - 1));
      case 4 -> new And(conditions(random, depth));
      case 5 -> new ConditionTree.NanTest(name(random), random.nextBoolean());
      case 6 -> new ConditionTree.Prefix(name(random), random.nextBoolean(), literal(random));
      case 7 -> new ConditionTree.Constant(random.nextBoolean());
      case 8 -> new ConditionTree.Like(name(random), random.nextBoolean(), literal(random));
      case 9 ->
          Comparisons.of(
              calculated(random, depth + 1),
              Operator.values()[random.nextInt(6)],
              expression(random, depth));
      case 10 ->
          Comparisons.in(calculated(random, depth + 1), random.nextBoolean(), literals(random));
      default -> new Or(conditions(random, depth));
    };
  }

  /** A value that is no constant. */
  private static Expression calculated(Random random, int depth) {
    return switch (random.nextInt(3)) {
      case 0 -> new Expression.Value(name(random));
      case 1 ->
          new Expression.Call(
              Expression.Function.values()[random.nextInt(Expression.Function.values().length)],
              expression(random, depth - 1));
      default ->
          new Expression.Combined(
              Expression.Operation.values()[random.nextInt(4)],
              expression(random, depth - 1),
              expression(random, depth - 1));
    };
  }

  private static Expression expression(Random random, int depth) {
    return depth <= 0 || random.nextInt(3) == 0
        ? new Expression.Constant(literal(random))
        : calculated(random, depth);
  }

  private static List<ConditionTree> conditions(Random random, int depth) {
    List<ConditionTree> parts = new ArrayList<>();
    for (int i = random.nextInt(2, 4); i > 0; i--) {
      parts.add(condition(random, depth - 1));
    }
    return parts;
  }

  private static Field name(Random random) {
    List<String> names =
        List.of(
            "x",
            "index",
            "and",
            "Null",
            "nan",
            "P1D",
            "PT5M",
            "PT",
            "x'",
            "a b",
            "a\"b",
            "\"",
            "",
            "é",
            "1a",
            "-",
            "\ud83d\ude00",
            "\ud83d",
            "true",
            "a.b",
            "true.x",
            "P1D.5",
            "a.",
            ".a",
            "a..b",
            "a\nb",
            "INFINITY");
    return new Field(names.get(random.nextInt(names.size())), random.nextBoolean());
  }

  private static List<Literal> literals(Random random) {
    List<Literal> values = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      values.add(literal(random));
    }
    return values;
  }

  private static Literal literal(Random random) {
    return switch (random.nextInt(10)) {
      case 0 -> Literal.of(random.nextLong() >> random.nextInt(64));
      case 8 -> Literal.of(Year.of(random.nextInt(1000, 10_000)));
      case 9 -> {
        String[] extremes = {
          "123E2147483647",
          "-123E-2147483647",
          "1E-2147483647",
          "0E+5",
          "0.00",
          "-9223372036854775808",
          "18446744073709551615",
          "2019",
          "-2019",
          "1".repeat(4096)
        };
        yield Literal.of(new BigDecimal(extremes[random.nextInt(extremes.length)]));
      }
      case 1 ->
          new Literal.Decimal(
              new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(-50, 50))
                  .multiply(BigDecimal.valueOf(random.nextInt(-1, 2))));
      case 2 -> Literal.of(Double.longBitsToDouble(random.nextLong()));
      case 3 -> Literal.of(Float.intBitsToFloat(random.nextInt()));
      case 4 -> {
        double[] odd = {0.0, -0.0, Double.NaN, 1 / 0.0, -1 / 0.0, 30.5, 1e22, Double.MIN_VALUE};
        yield Literal.of(odd[random.nextInt(odd.length)]);
      }
      case 5 -> {
        String[] texts = {"", "'", "it's", "a\"b", "2024-05-31", "\0", "\n", "é\ud83d\ude00", "''"};
        yield Literal.of(texts[random.nextInt(texts.length)]);
      }
      case 6 -> {
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        yield Literal.of(bytes);
      }
      default -> Literal.of(random.nextBoolean());
    };
  }

  @Test
  void keepsAllBitsOfRealNumbers() {
    Random random = new Random(seed());
    for (int i = 0; i < 2000; i++) {
      long bits = random.nextLong() | (i % 2 == 0 ? 0x7ff8000000000000L : 0);
      Literal.FloatingPoint real = new Literal.FloatingPoint(Double.longBitsToDouble(bits));
      Literal again = value(real.toString());
      assertThat(Double.doubleToRawLongBits(((Literal.FloatingPoint) again).value()))
          .isEqualTo(bits);
    }
  }

  @Test
  void answersToAnyTextWithAConditionOrAnError() {
    answerToAnyText(5000);
  }

  @Test
  @Tag("slow")
  void answersToManyTextsWithAConditionOrAnError() {
    answerToAnyText(100_000);
  }

  private static void answerToAnyText(int texts) {
    Random random = new Random(seed());
    int read = 0;
    for (int i = 0; i < texts; i++) {
      String text = i % 2 == 0 ? mutated(random) : pieces(random);
      try {
        Condition condition = Condition.parse(text);
        assertThat(Condition.parse(condition.toString())).as(text).isEqualTo(condition);
        read++;
      } catch (InvalidRequestException e) {
        assertThat(e).as(text).hasMessageStartingWith("the condition ").hasMessageEndingWith("^");
      }
    }
    assertThat(read).isBetween(texts / 20, texts - texts / 20);
  }

  private static String mutated(Random random) {
    StringBuilder text = new StringBuilder(condition(random, random.nextInt(4)).toString());
    for (int i = random.nextInt(4); i > 0 && text.length() > 0; i--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, (char) random.nextInt(random.nextBoolean() ? 0x80 : 0x10000));
        case 2 -> text.setCharAt(at, (char) random.nextInt(0x80));
        default -> text.setLength(at);
      }
    }
    return text.toString();
  }

  private static String pieces(Random random) {
    String[] pieces = {
      "x",
      "and",
      "or",
      "not",
      "in",
      "is",
      "null",
      "between",
      "(",
      ")",
      ",",
      "=",
      "<",
      ">=",
      "!=",
      "5",
      "-",
      "'a'",
      "'",
      "\"",
      "P1D",
      "P",
      "T",
      "2024-05-31",
      "T12:30",
      "0x",
      "3f800000",
      "e5",
      ".",
      "x'00'",
      "index",
      "nan",
      "-inf",
      "\ud800",
      "x = 1",
      "1 < x",
      "and y = 2",
      " ",
      "\n"
    };
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(1, 8); i > 0; i--) {
      text.append(pieces[random.nextInt(pieces.length)]);
      text.append(random.nextInt(3) == 0 ? "" : " ");
    }
    return text.toString();
  }
}
