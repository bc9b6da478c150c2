package io.azulejo.internal.read.condition;

import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Comparison;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Literal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Interprets dates for a datetime field. A year, month or day stands for all of its moments: {@code
 * t = 2024-05} is the whole month, {@code t < 2024-05} everything before it, and {@code t >
 * 2024-05} everything after it.
 *
 * @param field the datetime field
 * @param literals converts literals to values of the field
 */
record Periods(ConditionTree.Field field, FieldLiterals literals) {
  /**
   * Rewrites a comparison with a date using its first and last moments; empty if the value is not a
   * date.
   */
  Optional<ConditionTree> expanded(Operator operator, Literal value) {
    return date(value)
        .map(
            date -> {
              Literal first = moment(date, false);
              Literal last = moment(date, true);
              return switch (operator) {
                case LESS_THAN, GREATER_THAN_OR_EQUAL -> new Comparison(field, operator, first);
                case LESS_THAN_OR_EQUAL, GREATER_THAN -> new Comparison(field, operator, last);
                case EQUAL -> within(first, last);
                case NOT_EQUAL ->
                    first.equals(last)
                        ? new Comparison(field, operator, first)
                        : new ConditionTree.Not(within(first, last));
              };
            });
  }

  /**
   * Rewrites a membership test using the moments of its dates; empty if that would not change it.
   */
  Optional<ConditionTree> expanded(ConditionTree.Membership test) {
    List<ConditionTree> parts = new ArrayList<>();
    List<Literal> moments = new ArrayList<>();
    for (Literal value : test.values()) {
      Literal first = date(value).map(date -> moment(date, false)).orElse(value);
      Literal last = date(value).map(date -> moment(date, true)).orElse(value);
      if (first.equals(last)) {
        moments.add(first);
      } else {
        parts.add(within(first, last));
      }
    }
    if (parts.isEmpty() && moments.equals(test.values())) {
      return Optional.empty();
    }
    ConditionTree alone = new ConditionTree.Membership(field, false, moments);
    ConditionTree any = parts.isEmpty() ? alone : new ConditionTree.Or(parts).or(alone);
    return Optional.of(test.negated() ? new ConditionTree.Not(any) : any);
  }

  private ConditionTree within(Literal first, Literal last) {
    return first.equals(last)
        ? new Comparison(field, Operator.EQUAL, first)
        : new Comparison(field, Operator.GREATER_THAN_OR_EQUAL, first)
            .and(new Comparison(field, Operator.LESS_THAN_OR_EQUAL, last));
  }

  private Literal moment(Literal.Text date, boolean last) {
    return new Literal.Decimal(BigDecimal.valueOf(literals.moment(date, last)));
  }

  private static Optional<Literal.Text> date(Literal value) {
    if (value instanceof Literal.Decimal number) {
      return number.year();
    }
    return value instanceof Literal.Text text ? Optional.of(text) : Optional.empty();
  }
}
