package io.azulejo.internal.condition;

/**
 * The superclass of the public {@code Condition}. It holds the tree where rooms of the engine reach
 * it, by {@link ConditionTree#of(ConditionHolder)}, and users do not: this package is not exported.
 */
public abstract class ConditionHolder {
  private final ConditionTree tree;

  /** Holds a tree. */
  protected ConditionHolder(ConditionTree tree) {
    this.tree = tree;
  }

  final ConditionTree tree() {
    return tree;
  }
}
