package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionAccess;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.Literal;
import io.azulejo.internal.read.tile.Calendar;
import io.azulejo.query.Condition;
import io.azulejo.query.Grouping;
import java.util.List;
import java.util.Optional;

/**
 * Checks that grouping periods such as months are compared with dates. A number would be compared
 * with the stored number instead of the number of the month or hour.
 */
public final class PeriodLiterals {
  private final List<Grouping> groupBy;

  private PeriodLiterals(List<Grouping> groupBy) {
    this.groupBy = groupBy;
  }

  /**
   * Checks a condition on the result of aggregates.
   *
   * @throws InvalidRequestException if it compares a period with a number that is not a year
   */
  public static void check(Condition having, List<Grouping> groupBy) {
    new PeriodLiterals(groupBy).check(ConditionAccess.tree(having));
  }

  private void check(ConditionTree having) {
    if (having instanceof ConditionTree.And and) {
      and.parts().forEach(this::check);
    } else if (having instanceof ConditionTree.Or or) {
      or.parts().forEach(this::check);
    } else if (having instanceof ConditionTree.Not not) {
      check(not.part());
    } else if (having instanceof ConditionTree.Comparison test) {
      check(test.field(), List.of(test.value()));
    } else if (having instanceof ConditionTree.Membership test) {
      check(test.field(), test.values());
    }
  }

  private void check(ConditionTree.Field field, List<Literal> values) {
    for (Grouping grouping : groupBy) {
      boolean period =
          grouping.column().equals(field.name()) && Calendar.isPeriod(grouping.function());
      for (Literal value : period ? values : List.<Literal>of()) {
        if (value instanceof Literal.FloatingPoint
            || (value instanceof Literal.Decimal number && number.year().isEmpty())) {
          throw new InvalidRequestException(
              ("having: %s is a date or time, but %s is a number; compare with a date such"
                      + " as 2024-05-31%s")
                  .formatted(grouping, value, advice(grouping)));
        }
      }
    }
  }

  /**
   * Suggests grouping by a number instead of a period; empty for periods without a matching number.
   */
  private static String advice(Grouping period) {
    Optional<Grouping.Function> part =
        switch (period.function()) {
          case QUARTERS -> Optional.of(Grouping.Function.QUARTER);
          case MONTHS -> Optional.of(Grouping.Function.MONTH);
          case DAYS -> Optional.of(Grouping.Function.DAY);
          case HOURS -> Optional.of(Grouping.Function.HOUR);
          case MINUTES -> Optional.of(Grouping.Function.MINUTE);
          case SECONDS -> Optional.of(Grouping.Function.SECOND);
          default -> Optional.empty();
        };
    return part.map(
            function ->
                ", or group by %s, which is a number"
                    .formatted(Grouping.by(function, period.field())))
        .orElse("");
  }
}
