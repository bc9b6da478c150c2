package io.azulejo.internal.condition;

import java.util.function.Function;

/**
 * Gives the engine access to the tree of a public condition, which users do not see. The public
 * class registers an accessor when it is loaded, before a condition can exist.
 */
public final class ConditionAccess {
  private static volatile Function<Object, ConditionTree> trees =
      condition -> {
        throw new IllegalStateException("the class Condition is not loaded");
      };

  private ConditionAccess() {}

  /** Registers the accessor that returns the tree of a public condition. */
  public static <C> void set(Class<C> type, Function<? super C, ConditionTree> tree) {
    trees = condition -> tree.apply(type.cast(condition));
  }

  /**
   * Returns the tree of a condition that a user built.
   *
   * @param condition an instance of the public class, which this package must not know
   */
  public static ConditionTree tree(Object condition) {
    return trees.apply(condition);
  }
}
