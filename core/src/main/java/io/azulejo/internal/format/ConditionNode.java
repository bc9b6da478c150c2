package io.azulejo.internal.format;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A stored condition on cells: a tree of comparisons that are combined with AND and OR. */
public sealed interface ConditionNode {
  /**
   * A comparison of a field with a value or a set.
   *
   * @param operator the comparison operator
   * @param field the name of the field
   * @param value the encoded operand: one value, or the concatenated members of a set; empty for
   *     null
   * @param offsets the start of each set member in {@code value}, in bytes; empty if the operand is
   *     not a set
   */
  record Comparison(Operator operator, String field, Slice value, List<Long> offsets)
      implements ConditionNode {
    /** Copies the list. */
    public Comparison {
      offsets = List.copyOf(offsets);
    }

    /** Returns the encoded members of the set, or an empty list if the operand is not a set. */
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
   * A combination of conditions with AND or OR.
   *
   * @param combination the logical operator
   * @param children the combined conditions
   */
  record Combined(Combination combination, List<ConditionNode> children) implements ConditionNode {
    /** Copies the list. */
    public Combined {
      children = List.copyOf(children);
    }
  }

  /** The operator of a comparison. */
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
    /** Not equal to any member of the set. */
    NOT_IN(null),
    /** True for every cell. */
    ALWAYS_TRUE(null),
    /** False for every cell. */
    ALWAYS_FALSE(null);

    private final ConditionTree.Operator comparison;

    Operator(ConditionTree.Operator comparison) {
      this.comparison = comparison;
    }

    /**
     * Returns the stored form of an operator of the condition language.
     *
     * @throws InvalidRequestException if the file format does not have the operator
     */
    public static Operator of(ConditionTree.Operator comparison) {
      return Arrays.stream(values())
          .filter(operator -> operator.comparison == comparison)
          .findFirst()
          .orElseThrow(
              () ->
                  new InvalidRequestException(
                      "comparisons with %s cannot be stored in an array; use <, <=, >, >=, = or !="
                          .formatted(comparison.symbol())));
    }

    /**
     * Returns the operator in the condition language, or empty if it does not compare with a single
     * value.
     */
    public Optional<ConditionTree.Operator> comparison() {
      return Optional.ofNullable(comparison);
    }

    /** Returns whether the operand is a set. */
    public boolean isSet() {
      return this == IN || this == NOT_IN;
    }
  }

  /** The logical operators, in the order of the codes on disk. */
  enum Combination {
    /** True if all conditions are true. */
    AND,
    /** True if at least one condition is true. */
    OR
  }
}
