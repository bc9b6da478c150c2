package io.azulejo.internal.format;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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

    /** The members of a set. */
    public List<Slice> members() {
      List<Slice> members = new ArrayList<>();
      for (int i = 0; i < offsets.size(); i++) {
        int start = Math.toIntExact(offsets.get(i));
        int end = i + 1 < offsets.size() ? Math.toIntExact(offsets.get(i + 1)) : value.length();
        members.add(value.slice(start, end - start));
      }
      return members;
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
    LT(ConditionTree.Operator.LESS_THAN),
    /** At most the value. */
    LE(ConditionTree.Operator.LESS_THAN_OR_EQUAL),
    /** Greater than the value. */
    GT(ConditionTree.Operator.GREATER_THAN),
    /** At least the value. */
    GE(ConditionTree.Operator.GREATER_THAN_OR_EQUAL),
    /** Equal to the value. */
    EQ(ConditionTree.Operator.EQUAL),
    /** Not equal to the value. */
    NE(ConditionTree.Operator.NOT_EQUAL),
    /** Equal to a member of the set. */
    IN(null),
    /** Equal to no member of the set. */
    NOT_IN(null),
    /** Holds for every cell. */
    ALWAYS_TRUE(null),
    /** Holds for no cell. */
    ALWAYS_FALSE(null);

    private final ConditionTree.Operator comparison;

    Operator(ConditionTree.Operator comparison) {
      this.comparison = comparison;
    }

    /**
     * How a comparison of conditions is stored.
     *
     * @throws InvalidRequestException if the format has no such comparison
     */
    public static Operator of(ConditionTree.Operator comparison) {
      return Arrays.stream(values())
          .filter(operator -> operator.comparison == comparison)
          .findFirst()
          .orElseThrow(
              () ->
                  new InvalidRequestException(
                      "the format cannot store comparisons by %s: use <, <=, >, >=, = and !="
                          .formatted(comparison.symbol())));
    }

    /** The same as a comparison of conditions, where it compares with one value. */
    public Optional<ConditionTree.Operator> comparison() {
      return Optional.ofNullable(comparison);
    }

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
