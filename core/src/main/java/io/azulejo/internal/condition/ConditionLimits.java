package io.azulejo.internal.condition;

import io.azulejo.error.InvalidRequestException;

/**
 * The limits of conditions. They apply both to parsed conditions and to conditions that are built
 * in Java, so that the text of every condition can be parsed.
 */
public final class ConditionLimits {
  /**
   * The maximum nesting depth of parentheses, calls and nots. The stack of a thread allows a far
   * greater depth.
   */
  static final int DEPTH = 250;

  /** The maximum number of arithmetic operations in a comparison. */
  static final int OPERATIONS = 1000;

  /** The maximum length of a number in characters. Longer numbers are slow to convert. */
  static final int NUMBER_LENGTH = 4096;

  private ConditionLimits() {}

  /**
   * Checks that a condition is within the limits, and returns it. Its parts must have been checked
   * before.
   *
   * @throws InvalidRequestException if the condition exceeds a limit
   */
  public static ConditionTree checked(ConditionTree condition) {
    if (depth(condition) > DEPTH) {
      throw tooDeep("condition");
    }
    if (condition instanceof ConditionTree.Calculation test) {
      checkOperations(operations(test.left()) + operations(test.right()));
    }
    return condition;
  }

  /**
   * Checks that an expression is within the limits, and returns it. Its parts must have been
   * checked before.
   *
   * @throws InvalidRequestException if the expression exceeds a limit
   */
  public static Expression checked(Expression expression) {
    checkOperations(operations(expression));
    if (depth(expression) > DEPTH) {
      throw tooDeep("calculation");
    }
    return expression;
  }

  private static InvalidRequestException tooDeep(String what) {
    return new InvalidRequestException(
        "a %s has more than %d nested parentheses, calls or nots; reduce the nesting"
            .formatted(what, DEPTH));
  }

  private static void checkOperations(int operations) {
    if (operations > OPERATIONS) {
      throw new InvalidRequestException(
          "a comparison has %d operations (maximum: %d)".formatted(operations, OPERATIONS));
    }
  }

  /** Returns the nesting depth of a condition in its text form. */
  private static int depth(ConditionTree condition) {
    if (condition instanceof ConditionTree.Not not) {
      return 1 + depth(not.part());
    }
    if (condition instanceof ConditionTree.Calculation test) {
      return Math.max(depth(test.left()), depth(test.right()));
    }
    int deepest = 0;
    for (ConditionTree part : condition.combined()) {
      deepest = Math.max(deepest, depth(part) + (condition.encloses(part) ? 1 : 0));
    }
    return deepest;
  }

  private static int depth(Expression expression) {
    if (expression instanceof Expression.Call call) {
      return 1 + depth(call.of());
    }
    return expression instanceof Expression.Combined both
        ? Math.max(
            depth(both.left()) + (both.enclosesLeft() ? 1 : 0),
            depth(both.right()) + (both.enclosesRight() ? 1 : 0))
        : 0;
  }

  private static int operations(Expression expression) {
    if (expression instanceof Expression.Call call) {
      return operations(call.of());
    }
    return expression instanceof Expression.Combined both
        ? 1 + operations(both.left()) + operations(both.right())
        : 0;
  }
}
