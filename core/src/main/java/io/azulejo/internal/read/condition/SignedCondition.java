package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A condition, or that it does not hold.
 *
 * @param negated whether it is not to hold
 */
record SignedCondition(ConditionTree condition, boolean negated) {
  /**
   * A condition without the negations around it, which are counted.
   *
   * @param depth how many combinations it lies in
   * @param maxDepth in how many it may lie
   * @throws InvalidRequestException if it lies deeper
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

  /** The same, with the opposite operator where a calculation is not to hold. */
  SignedCondition withoutNegatedCalculation() {
    return negated && condition instanceof ConditionTree.Calculation test
        ? new SignedCondition(
            new ConditionTree.Calculation(test.left(), test.operator().negated(), test.right()),
            false)
        : this;
  }

  /** Whether it combines others. */
  boolean isCombination() {
    return condition instanceof ConditionTree.And || condition instanceof ConditionTree.Or;
  }

  /** Whether all parts of a combination have to hold, not any. */
  boolean isAll() {
    return condition instanceof ConditionTree.And ^ negated;
  }

  /**
   * The parts of a combination and of those of the same kind within it, in order. Chains of any
   * length are flattened without recursion.
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
