package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/** A condition on cells as it is stored: a tree of comparisons. */
public sealed interface ConditionNode {
  /**
   * A comparison of a field.
   *
   * @param operator how to compare
   * @param field the field's name
   * @param value what to compare with; the members of a set one after another; no bytes for null
   * @param offsets for sets where each member begins in value, in bytes; empty otherwise
   */
  record Comparison(Operator operator, String field, Slice value, List<Long> offsets)
      implements ConditionNode {
    /** Takes a copy of the list. */
    public Comparison {
      offsets = List.copyOf(offsets);
    }
  }

  /**
   * Conditions that hold all, or of which at least one holds.
   *
   * @param combination all or one
   * @param children the conditions
   */
  record Combined(Combination combination, List<ConditionNode> children) implements ConditionNode {
    /** Takes a copy of the list. */
    public Combined {
      children = List.copyOf(children);
    }
  }

  /** How a field is compared. */
  enum Operator {
    /** Less than the value. */
    LT,
    /** At most the value. */
    LE,
    /** Greater than the value. */
    GT,
    /** At least the value. */
    GE,
    /** Equal to the value. */
    EQ,
    /** Not equal to the value. */
    NE,
    /** Equal to a member of the set. */
    IN,
    /** Equal to no member of the set. */
    NOT_IN,
    /** Holds for every cell. */
    ALWAYS_TRUE,
    /** Holds for no cell. */
    ALWAYS_FALSE;

    /** Whether the value is a set. */
    public boolean isSet() {
      return this == IN || this == NOT_IN;
    }
  }

  /** How conditions are combined; the order is that of the codes on disk. */
  enum Combination {
    /** All hold. */
    AND,
    /** At least one holds. */
    OR
  }
}
