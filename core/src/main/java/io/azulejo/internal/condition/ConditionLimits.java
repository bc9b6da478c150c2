package io.azulejo.internal.condition;

import io.azulejo.error.InvalidRequestException;

/**
 * Limits of conditions. They apply to parsed conditions and to those built in Java, so that the
 * text of every condition can be parsed.
 */
public final class ConditionLimits {
  /** Maximum nesting of parentheses, calls and nots; a thread's stack holds far more. */
  static final int DEPTH = 250;

  /** Maximum number of operations in a comparison. */
  static final int OPERATIONS = 1000;

  /** Maximum number of characters of a number, because long numbers are slow to convert. */
  static final int NUMBER_LENGTH = 4096;

  private ConditionLimits() {}

  /**
   * Returns the condition if it is within the limits. Its parts must have been checked.
   *
   * @throws InvalidRequestException if it exceeds a limit
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
   * Returns the expression if it is within the limits. Its parts must have been checked.
   *
   * @throws InvalidRequestException if it exceeds a limit
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

  /** Returns the nesting depth of a condition's text. */
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
