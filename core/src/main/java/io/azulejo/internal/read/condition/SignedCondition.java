package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A condition that may be negated.
 *
 * @param condition the condition without the negation
 * @param negated whether the condition is negated
 */
record SignedCondition(ConditionTree condition, boolean negated) {
  /**
   * Removes the negations around a condition and folds them into {@code negated}.
   *
   * @param depth number of enclosing combinations
   * @param maxDepth maximum depth
   * @throws InvalidRequestException if the depth exceeds the maximum
   */
  static SignedCondition of(ConditionTree condition, boolean negated, int depth, int maxDepth) {
    if (depth > maxDepth) {
      throw new InvalidRequestException(
          "a condition is nested more than %d levels deep; reduce the nesting".formatted(maxDepth));
    }
    ConditionTree part = condition;
    boolean not = negated;
    while (part instanceof ConditionTree.Not outer) {
      part = outer.part();
      not = !not;
    }
    return new SignedCondition(part, not);
  }

  /**
   * Returns an equivalent condition in which a negated calculation is replaced by one with the
   * opposite operator.
   */
  SignedCondition withoutNegatedCalculation() {
    return negated && condition instanceof ConditionTree.Calculation test
        ? new SignedCondition(
            new ConditionTree.Calculation(test.left(), test.operator().negated(), test.right()),
            false)
        : this;
  }

  /** Returns whether this is a combination of other conditions. */
  boolean isCombination() {
    return condition instanceof ConditionTree.And || condition instanceof ConditionTree.Or;
  }

  /** Returns whether all parts of a combination must hold, rather than any. */
  boolean isAll() {
    return condition instanceof ConditionTree.And ^ negated;
  }

  /**
   * Returns the parts of a combination in order. Nested combinations of the same kind are
   * flattened, without recursion, so chains may have any length.
   */
  List<SignedCondition> parts() {
    boolean all = isAll();
    List<SignedCondition> flat = new ArrayList<>();
    Deque<SignedCondition> open = new ArrayDeque<>();
    open.push(this);
    while (!open.isEmpty()) {
      SignedCondition next = open.pop();
      List<ConditionTree> inner = List.of();
      boolean not = next.negated;
      if (next.condition instanceof ConditionTree.Not outer) {
        inner = List.of(outer.part());
        not = !not;
      } else if (next.condition instanceof ConditionTree.And and && all != not) {
        inner = and.parts();
      } else if (next.condition instanceof ConditionTree.Or or && all == not) {
        inner = or.parts();
      }
      if (inner.isEmpty()) {
        flat.add(next);
      }
      for (int i = inner.size() - 1; i >= 0; i--) {
        open.push(new SignedCondition(inner.get(i), not));
      }
    }
    return flat;
  }
}
