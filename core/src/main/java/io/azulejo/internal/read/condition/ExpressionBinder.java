package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Calculation;
import io.azulejo.internal.condition.ConditionTree.Comparison;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Expression;
import io.azulejo.internal.condition.Literal;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Durations;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/** Binds the calculations of conditions to the fields of an array. */
final class ExpressionBinder {
  private static final Pattern DATE = Pattern.compile("[+-]?\\d{4,20}(-\\d\\d(-\\d\\d)?)?");
  private static final Pattern DURATION = Pattern.compile("[+-]?[pP].*");
  private static final BigDecimal FIRST_YEAR = BigDecimal.valueOf(1000);
  private static final BigDecimal LAST_YEAR = BigDecimal.valueOf(9999);

  private final ConditionFields fields;

  ExpressionBinder(ConditionFields fields) {
    this.fields = fields;
  }

  /**
   * Rewrites a calculation with simpler conditions; empty if that is not possible. The year of a
   * field becomes a comparison with dates. A date, which stands for all of its moments, is replaced
   * by its first moment.
   */
  Optional<ConditionTree> expanded(Calculation test) {
    if (!(test.right() instanceof Expression.Constant constant)) {
      return Optional.empty();
    }
    if (test.left() instanceof Expression.Call call
        && call.function() == Expression.Function.YEAR
        && call.of() instanceof Expression.Value field
        && isDatetime(field.field())
        && constant.literal() instanceof Literal.Decimal number
        && isYear(number.value())
        && hasYear(field.field(), number.value())) {
      Comparison year = new Comparison(field.field(), test.operator(), year(number.value()));
      return Optional.of(
          year.and(new Comparison(field.field(), Operator.NOT_EQUAL, new Literal.Text("NaT"))));
    }
    return date(constant.literal())
        .filter(text -> bind(test.left()).kind() == CellValues.Kind.MOMENT)
        .map(text -> period(test, text));
  }

  private static boolean isYear(BigDecimal number) {
    return number.compareTo(FIRST_YEAR) >= 0
        && number.compareTo(LAST_YEAR) <= 0
        && number.stripTrailingZeros().scale() <= 0;
  }

  private static Literal.Text year(BigDecimal number) {
    return new Literal.Text(number.toBigInteger().toString());
  }

  /**
   * Returns whether the unit of a field can represent moments of a year, starting at the beginning
   * of the year.
   */
  private boolean hasYear(ConditionTree.Field named, BigDecimal number) {
    return FieldLiterals.of(fields.find(named.name())).hasMoments(year(number));
  }

  private boolean isDatetime(ConditionTree.Field named) {
    OutputField field = fields.find(named.name());
    return FieldLiterals.of(field).areDatetimes() && fields.lookup(named).isEmpty();
  }

  /** Returns the text of a year, month or day; empty for other literals. */
  private static Optional<String> date(Literal literal) {
    if (literal instanceof Literal.Decimal number) {
      return number.year().map(Literal.Text::value);
    }
    return literal instanceof Literal.Text text && DATE.matcher(text.value()).matches()
        ? Optional.of(text.value())
        : Optional.empty();
  }

  private static ConditionTree period(Calculation test, String text) {
    Expression first;
    Expression next;
    try {
      long begin = Datetimes.first(text, Datatype.DATETIME_DAY);
      long end = Datetimes.last(text, Datatype.DATETIME_DAY);
      first = midnight(begin);
      next = midnight(end + 1);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(e.getMessage(), null, e);
    }
    Expression left = test.left();
    ConditionTree before = new Calculation(left, Operator.LESS_THAN, first);
    ConditionTree from = new Calculation(left, Operator.GREATER_THAN_OR_EQUAL, first);
    ConditionTree until = new Calculation(left, Operator.LESS_THAN, next);
    ConditionTree after = new Calculation(left, Operator.GREATER_THAN_OR_EQUAL, next);
    return switch (test.operator()) {
      case LESS_THAN -> before;
      case LESS_THAN_OR_EQUAL -> until;
      case GREATER_THAN -> after;
      case GREATER_THAN_OR_EQUAL -> from;
      case EQUAL -> from.and(until);
      case NOT_EQUAL -> before.or(after);
    };
  }

  private static Expression midnight(long day) {
    return new Expression.Constant(
        new Literal.Text(Datetimes.format(Datatype.DATETIME_DAY, day) + "T00:00"));
  }

  /** Returns the test of a comparison between calculated values. */
  CellPredicate bind(Calculation test) {
    if (test.right() instanceof Expression.Value value && !fields.has(value.field().name())) {
      throw new InvalidRequestException(
          "%s: unknown field \"%s\"; %s"
              .formatted(
                  test,
                  value.field().name(),
                  test.left() instanceof Expression.Call call
                      ? "compare " + call + " with a number"
                      : "put strings in single quotes: " + new Literal.Text(value.field().name())));
    }
    if (test.left() instanceof Expression.Value left
        && test.right() instanceof Expression.Value right) {
      Optional<CellPredicate> alike = alike(left.field(), test.operator(), right.field());
      if (alike.isPresent()) {
        return alike.get();
      }
    }
    CellValues left = bind(test.left());
    CellValues right = bind(test.right());
    boolean fits = left.kind().isNumber() ? right.kind().isNumber() : left.kind() == right.kind();
    if (!fits) {
      throw new InvalidRequestException(
          "%s: %s is %s, and %s is %s, which cannot be compared%s"
              .formatted(
                  test,
                  test.left(),
                  left.kind().word(),
                  test.right(),
                  right.kind().word(),
                  left.kind() == CellValues.Kind.DURATION
                      ? "; write a duration such as PT5M or P5D"
                      : left.kind() == CellValues.Kind.MOMENT
                          ? "; write a date such as 2024-05-31"
                          : ""));
    }
    requireUnits(left, right, test);
    return ExpressionPredicate.of(left, test.operator(), right);
  }

  /**
   * Returns the test of a comparison between two string fields or two fields of one enumeration;
   * empty for other fields.
   */
  private Optional<CellPredicate> alike(
      ConditionTree.Field left, Operator operator, ConditionTree.Field right) {
    OutputField first = fields.comparable(left);
    OutputField second = fields.comparable(right);
    Optional<EnumerationLookup> lookup = fields.lookup(left);
    Optional<EnumerationLookup> other = fields.lookup(right);
    if (lookup.isPresent() && other.isPresent()) {
      if (!lookup.get().name().equals(other.get().name())) {
        throw new InvalidRequestException(
            ("\"%s\" has values of enumeration \"%s\", and \"%s\" of \"%s\"; only values"
                    + " of the same enumeration can be compared")
                .formatted(left.name(), lookup.get().name(), right.name(), other.get().name()));
      }
      ConditionFields.checkOrdered(left, operator, lookup.get());
      return Optional.of(ExpressionPredicate.of(index(first), operator, index(second)));
    }
    boolean texts = FieldLiterals.of(first).areTexts();
    if (texts && FieldLiterals.of(second).areTexts()) {
      return Optional.of(ExpressionPredicate.texts(first, operator, second));
    }
    return Optional.empty();
  }

  private static CellValues index(OutputField field) {
    return new CellValues.OfField(field, CellValues.Kind.INTEGER, null);
  }

  private static void requireUnits(CellValues left, CellValues right, Object what) {
    boolean alike = left.unit() == right.unit();
    if (!alike && !(left.unit().isFixed() && right.unit().isFixed())) {
      throw new InvalidRequestException(
          ("%s: years and months have no fixed length, so both sides need the same unit;"
                  + " write year(...) or month(...) of both")
              .formatted(what));
    }
  }

  private CellValues bind(Expression expression) {
    if (expression instanceof Expression.Value value) {
      return field(value.field());
    }
    if (expression instanceof Expression.Constant constant) {
      return constant(constant.literal());
    }
    if (expression instanceof Expression.Call call) {
      return call(call);
    }
    return combined((Expression.Combined) expression);
  }

  private CellValues field(ConditionTree.Field named) {
    OutputField field = fields.comparable(named);
    if (fields.lookup(named).isPresent()) {
      throw new InvalidRequestException(
          ("\"%s\" has values of an enumeration, which cannot be used in calculations;"
                  + " compare it with values, or calculate with index(%s)")
              .formatted(named.name(), named));
    }
    Datatype type = field.type();
    if (FieldLiterals.of(field).areTexts() || type == Datatype.CHAR) {
      throw new InvalidRequestException(
          ("\"%s\" holds %s; strings can only be compared with strings, and not be used in"
                  + " calculations")
              .formatted(named.name(), type));
    }
    if (FieldLiterals.of(field).areDatetimes()) {
      Datatype.Unit unit = field.isTimestamps() ? Datatype.Unit.MS : type.unit();
      return new CellValues.OfField(field, CellValues.Kind.MOMENT, unit);
    }
    if (type.isTime()) {
      return new CellValues.OfField(field, CellValues.Kind.DURATION, type.unit());
    }
    CellValues.Kind kind =
        type.isFloatingPoint()
            ? CellValues.Kind.REAL
            : type == Datatype.UINT64 ? CellValues.Kind.UNSIGNED : CellValues.Kind.INTEGER;
    return new CellValues.OfField(field, kind, null);
  }

  private static CellValues constant(Literal literal) {
    if (literal instanceof Literal.Decimal number) {
      BigDecimal value = number.value();
      boolean whole =
          value.signum() == 0
              || (value.precision() - (long) value.scale() <= 18
                  && value.scale() <= 0x100
                  && value.stripTrailingZeros().scale() <= 0);
      return whole
          ? CellValues.Constant.of(value.longValue())
          : CellValues.Constant.of(value.doubleValue());
    }
    if (literal instanceof Literal.FloatingPoint number) {
      return CellValues.Constant.of(number.value());
    }
    if (literal instanceof Literal.Text text) {
      return time(text.value());
    }
    throw new InvalidRequestException(
        literal + ": calculated values can only be compared with numbers, dates and durations");
  }

  /** Parses a date, time or duration and returns it in the longest unit that can represent it. */
  private static CellValues time(String text) {
    boolean duration = DURATION.matcher(text).matches();
    InvalidRequestException failure = null;
    for (Datatype.Unit unit = duration ? Datatype.Unit.HR : Datatype.Unit.DAY;
        ;
        unit = Datatype.Unit.values()[unit.ordinal() + 1]) {
      try {
        long units =
            duration
                ? Durations.parse(text, unit.time().orElseThrow())
                : Datetimes.first(text, unit.datetime());
        return CellValues.Constant.of(
            duration ? CellValues.Kind.DURATION : CellValues.Kind.MOMENT, unit, units);
      } catch (InvalidRequestException e) {
        failure = failure == null ? e : failure;
        if (unit == Datatype.Unit.AS) {
          throw new InvalidRequestException(
              new Literal.Text(text)
                  + ": calculated values can only be compared with numbers, dates such"
                  + " as 2024-05-31 and durations such as PT5M",
              null,
              failure);
        }
      }
    }
  }

  private CellValues call(Expression.Call call) {
    CellValues of = bind(call.of());
    if (call.function() == Expression.Function.ABS) {
      if (of.kind() == CellValues.Kind.MOMENT) {
        throw new InvalidRequestException(
            "%s: %s is a datetime, but abs applies to numbers and durations"
                .formatted(call, call.of()));
      }
      return new CellValues.Absolute(of);
    }
    if (of.kind() != CellValues.Kind.MOMENT) {
      throw new InvalidRequestException(
          "%s: %s is %s, but %s applies to datetimes"
              .formatted(call, call.of(), of.kind().word(), call.function().word()));
    }
    try {
      return new CellValues.PartOfDate(call.function(), of);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(
          "%s: %s is %s, which has no %s; write year(%s), or just the name"
              .formatted(
                  call,
                  call.of(),
                  of.unit().datetime(),
                  call.function().word().replace('_', ' '),
                  call.of()),
          null,
          e);
    }
  }

  private CellValues combined(Expression.Combined both) {
    CellValues left = bind(both.left());
    CellValues right = bind(both.right());
    if (left.kind().isNumber() && right.kind().isNumber()) {
      return new CellValues.Numbers(both.operation(), left, right);
    }
    boolean minus = both.operation() == Expression.Operation.MINUS;
    boolean moment = left.kind() == CellValues.Kind.MOMENT;
    boolean otherMoment = right.kind() == CellValues.Kind.MOMENT;
    boolean times = !left.kind().isNumber() && !right.kind().isNumber();
    boolean additive = minus || both.operation() == Expression.Operation.PLUS;
    if (!times
        || !additive
        || (moment && otherMoment && !minus)
        || (otherMoment && minus && !moment)) {
      throw new InvalidRequestException(
          ("%s: %s is %s, and %s is %s; valid for times: datetime - datetime, datetime +"
                  + " duration, datetime - duration, and sums and differences of durations")
              .formatted(both, both.left(), left.kind().word(), both.right(), right.kind().word()));
    }
    if (!left.unit().isFixed() || !right.unit().isFixed()) {
      throw new InvalidRequestException(
          "%s: years and months have no fixed length, so they cannot be added or subtracted"
              .formatted(both));
    }
    CellValues.Kind kind =
        moment != otherMoment ? CellValues.Kind.MOMENT : CellValues.Kind.DURATION;
    Datatype.Unit unit = TimeArithmetic.shorter(left.unit(), right.unit());
    return new CellValues.Times(kind, unit, minus, left, right);
  }
}
