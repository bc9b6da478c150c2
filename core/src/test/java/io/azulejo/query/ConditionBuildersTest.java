package io.azulejo.query;

import static io.azulejo.query.Condition.field;
import static io.azulejo.query.Condition.value;
import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Condition.Expression;
import io.azulejo.query.Condition.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods of {@link Condition} make all conditions that a text can say. */
class ConditionBuildersTest {
  private static final Field A = field("a");
  private static final Field B = field("b");
  private static final Field C = field("c");
  private static final Field T = field("t");

  static Stream<Arguments> textsAndConditions() {
    return Stream.of(
        same("a + b * 2 > 3", A.plus(B.times(2)).greaterThan(3)),
        same("(a + b) * 2 > 3", A.plus(B).times(2).greaterThan(3)),
        same("a - b - c < 3", A.minus(B).minus(C).lessThan(3)),
        same("a - (b - c) <= 3", A.minus(B.minus(C)).lessThanOrEqualTo(3)),
        same("a / b / c >= 3", A.dividedBy(B).dividedBy(C).greaterThanOrEqualTo(3)),
        same("a / (b * c) != 3", A.dividedBy(B.times(C)).notEqualTo(3)),
        same("2 * a > b", value(2).times(A).greaterThan(B)),
        same("-a < 5", value(0).minus(A).lessThan(5)),
        same("5 < a + 1", value(5).lessThan(A.plus(1))),
        same("5 >= a", value(5).greaterThanOrEqualTo(A)),
        same("a < b", A.lessThan(B)),
        same("a = index(b)", A.equalTo(B.byIndex())),
        same("index(a) + 1 = 2", A.byIndex().plus(1).equalTo(2)),
        same("a between b and c", A.between(B, C)),
        same("a + 1 between 2 and b", A.plus(1).between(2, B)),
        same("a + 1 not between 2 and b", A.plus(1).between(2, B).negate()),
        same("abs(a - b) <= 5", A.minus(B).abs().lessThanOrEqualTo(5)),
        same("year(t) = 2019", T.year().equalTo(Year.of(2019))),
        same("quarter(t) = 1", T.quarter().equalTo(1)),
        same("month(t) in (6, 7, 8)", T.month().in(6, 7, 8)),
        same("month(t) not in (6)", T.month().notIn(6)),
        same("month(t) in ()", T.month().in()),
        same("day(t) = 1", T.day().equalTo(1)),
        same("hour(t) < 6", T.hour().lessThan(6)),
        same("minute(t) = 1", T.minute().equalTo(1)),
        same("second(t) = 1", T.second().equalTo(1)),
        same("day_of_week(t) >= 6", T.dayOfWeek().greaterThanOrEqualTo(6)),
        same("day_of_year(t) > 99", T.dayOfYear().greaterThan(99)),
        same("t - a > PT1H", T.minus(A).greaterThan(Duration.ofHours(1))),
        same("t + PT30M < a", T.plus("PT30M").lessThan(A)),
        same("t = 2019", T.equalTo(Year.of(2019))),
        same("t = 2024-05", T.equalTo("2024-05")),
        same("t = 2024-05", T.equalTo(YearMonth.of(2024, 5))),
        same("t in (2019, 2021-05)", T.in(Year.of(2019), YearMonth.of(2021, 5))),
        same("t <= 2024-05-31", T.lessThanOrEqualTo(LocalDate.of(2024, 5, 31))),
        same("t < 2024-05-31T12:30", T.lessThan(LocalDateTime.of(2024, 5, 31, 12, 30))),
        same("t < 2024-05-31T12:30:00Z", T.lessThan(Instant.parse("2024-05-31T12:30:00Z"))),
        same("t < 2024-05-31T12:30+02:00", T.lessThan(OffsetDateTime.parse("2024-05-31T12:30+02"))),
        same("a not starts with 'x'", A.notStartsWith("x")),
        same("a not like 'x%'", A.notLike("x%")),
        same("a like 'x_'", A.like("x_")),
        same("a = 1 or b * c in (1, 2)", A.equalTo(1).or(B.times(C).in(1, 2))),
        same("b * c in (1, 2) and a = 1", B.times(C).in(1, 2).and(A.equalTo(1))));
  }

  private static Arguments same(String text, Condition condition) {
    return Arguments.of(text, condition);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("textsAndConditions")
  void aMethodMakesTheConditionOfATextAndTheTextOfTheConditionMakesItAgain(
      String text, Condition condition) {
    assertThat(condition).isEqualTo(Condition.parse(text)).hasSameHashCodeAs(Condition.parse(text));
    assertThat(Condition.parse(condition.toString())).isEqualTo(condition);
  }

  static Stream<Arguments> wrongUses() {
    return Stream.of(
        wrong("one of them must be a field", () -> value(1).equalTo(2)),
        wrong("one of them must be a field", () -> value(1).in(1, 2)),
        wrong("cannot compare with", () -> A.in(B)),
        wrong("cannot compare with", () -> A.plus(new Object())),
        wrong("use isNull() instead", () -> A.equalTo(null)),
        wrong("a year from 1000 to 9999", () -> A.equalTo(Year.of(44))),
        wrong("more than 4096 characters", () -> A.equalTo(BigInteger.TEN.pow(4096))),
        wrong(
            "exponent is out of range",
            () -> A.equalTo(new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE))));
  }

  private static Arguments wrong(String message, ThrowingCallable call) {
    return Arguments.of(message, call);
  }

  @ParameterizedTest
  @MethodSource("wrongUses")
  void refusesWhatNoTextCanSay(String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
  }

  @Test
  void theLargestConditionsComeBackFromTheirTextsAndLargerOnesAreRefused() {
    Expression chain = A;
    Expression nested = A;
    Expression calls = A;
    Condition not = A.equalTo(1);
    Condition alternating = A.equalTo(1);
    for (int i = 0; i < 250; i++) {
      nested = B.minus(nested.plus(1).minus(1));
      calls = calls.abs();
      not = not.negate();
      alternating = alternating.or(B.equalTo(i)).and(C.equalTo(i));
    }
    for (int i = 0; i < 999; i++) {
      chain = i % 2 == 0 ? chain.plus(i) : chain.minus(B);
    }
    for (Condition largest :
        Stream.of(
                chain.equalTo(C.plus(1)), nested.equalTo(1), calls.greaterThan(1), not, alternating)
            .toList()) {
      assertThat(Condition.parse(largest.toString())).isEqualTo(largest);
    }
    Expression longest = chain.plus(1);
    Expression deepest = calls;
    Condition deepestNot = not;
    Condition deepestOr = alternating.or(A.equalTo(2));
    for (ThrowingCallable larger :
        Stream.<ThrowingCallable>of(
                () -> longest.plus(1),
                () -> longest.equalTo(C.plus(1)),
                deepest::abs,
                deepestNot::negate,
                () -> deepestOr.and(B.equalTo(2)))
            .toList()) {
      refuses(InvalidRequestException.class, larger);
    }
  }

  @Test
  void aParsedConditionIsNoDeeperThanItsTextAllows() {
    String calculated = "not ".repeat(249) + "a + b in (1, 2)";
    String between = "a = 1 or ".repeat(3) + "not ".repeat(249) + "a not between 1 and 2";
    String enclosed = "(a = 1 and b = 2 or ".repeat(250) + "c = 3" + ")".repeat(250);
    String minus = "-".repeat(250) + "a > 1";
    for (String text : Stream.of(calculated, between, enclosed, minus).toList()) {
      Condition condition = Condition.parse(text);
      assertThat(Condition.parse(condition.toString())).isEqualTo(condition);
    }
  }
}
