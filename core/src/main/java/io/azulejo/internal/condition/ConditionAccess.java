package io.azulejo.internal.condition;

import java.util.function.Function;

/**
 * Gives the engine the trees of public conditions, which users do not see: the public class hands
 * over the way to its tree when it is loaded, before there is any condition.
 */
public final class ConditionAccess {
  private static volatile Function<Object, ConditionTree> trees =
      condition -> {
        throw new IllegalStateException("the class of conditions is not loaded");
      };

  private ConditionAccess() {}

  /** Hands over the way from a public condition to its tree. */
  public static <C> void set(Class<C> type, Function<? super C, ConditionTree> tree) {
    trees = condition -> tree.apply(type.cast(condition));
  }

  /**
   * The tree of a condition that a user built.
   *
   * @param condition of the public class, which this room does not know
   */
  public static ConditionTree tree(Object condition) {
    return trees.apply(condition);
  }
}
