package io.azulejo.internal.condition;

import java.util.function.Function;

/**
 * Gives the engine access to the tree inside a public condition, which users cannot see. The public
 * class registers an accessor when it is loaded, that is, before a condition can exist.
 */
public final class ConditionAccess {
  private static volatile Function<Object, ConditionTree> trees =
      condition -> {
        throw new IllegalStateException("the class Condition is not loaded");
      };

  private ConditionAccess() {}

  /**
   * Registers the accessor of the public class.
   *
   * @param type the public class
   * @param tree returns the tree of an instance of that class
   */
  public static <C> void set(Class<C> type, Function<? super C, ConditionTree> tree) {
    trees = condition -> tree.apply(type.cast(condition));
  }

  /**
   * Returns the condition tree of a public {@code Condition} object.
   *
   * @param condition an instance of the public class, on which this package must not depend
   * @throws IllegalStateException if the public class is not loaded
   */
  public static ConditionTree tree(Object condition) {
    return trees.apply(condition);
  }
}
