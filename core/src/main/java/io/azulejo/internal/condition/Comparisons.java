package io.azulejo.internal.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionTree.Operator;
import java.util.List;

/** Builds comparisons for both the parser and the Java API. */
public final class Comparisons {
  private Comparisons() {}

  /**
   * Returns the comparison of two values. If the left value is a constant, the result has the sides
   * exchanged and the operator mirrored.
   *
   * @throws InvalidRequestException if both values are constants
   */
  public static ConditionTree of(Expression left, Operator operator, Expression right) {
    if (left instanceof Expression.Constant) {
      if (right instanceof Expression.Constant) {
        throw new InvalidRequestException(
            "%s %s %s: both sides are values; one of them must be a field"
                .formatted(left, operator.symbol(), right));
      }
      return of(right, operator.mirrored(), left);
    }
    return left instanceof Expression.Value field && right instanceof Expression.Constant constant
        ? new ConditionTree.Comparison(field.field(), operator, constant.literal())
        : new ConditionTree.Calculation(left, operator, right);
  }

  /**
   * Returns a test of whether a value lies between two bounds, which are inclusive.
   *
   * @throws InvalidRequestException if the value and a bound are constants
   */
  public static ConditionTree between(Expression value, Expression low, Expression high) {
    return new ConditionTree.And(
        List.of(
            of(value, Operator.GREATER_THAN_OR_EQUAL, low),
            of(value, Operator.LESS_THAN_OR_EQUAL, high)));
  }

  /**
   * Returns a test of whether a value equals one of several constants.
   *
   * @param negated whether the value must differ from all constants
   * @param constants the constants; without constants, the value equals none
   * @throws InvalidRequestException if the value is a constant
   */
  public static ConditionTree in(Expression value, boolean negated, List<Literal> constants) {
    if (value instanceof Expression.Value field) {
      return new ConditionTree.Membership(field.field(), negated, constants);
    }
    List<ConditionTree> members =
        constants.stream()
            .map(constant -> of(value, Operator.EQUAL, new Expression.Constant(constant)))
            .toList();
    ConditionTree any =
        switch (members.size()) {
          case 0 -> new ConditionTree.Constant(false);
          case 1 -> members.get(0);
          default -> new ConditionTree.Or(members);
        };
    return negated ? new ConditionTree.Not(any) : any;
  }
}
