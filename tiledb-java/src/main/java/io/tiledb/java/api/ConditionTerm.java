package io.tiledb.java.api;

import io.azulejo.query.Condition;
import io.tiledb.libtiledb.tiledb_query_condition_combination_op_t;
import io.tiledb.libtiledb.tiledb_query_condition_op_t;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of the tree of a {@link QueryCondition}. Immutable. */
sealed interface ConditionTerm {
  /** Returns the engine's condition. */
  Condition toEngine();

  /** Returns a copy whose comparisons use the values of enumerations, or their indexes. */
  ConditionTerm usingEnumerations(boolean flag);

  /** The comparison of a field with a constant, or with null. */
  record Comparison(
      String field,
      tiledb_query_condition_op_t operator,
      @Nullable Object constant,
      boolean byValue)
      implements ConditionTerm {
    @Override
    public Condition toEngine() {
      Condition.Field subject = subject(field, byValue);
      if (constant == null) {
        return operator == tiledb_query_condition_op_t.TILEDB_EQ
            ? subject.isNull()
            : subject.isNotNull();
      }
      return switch (operator) {
        case TILEDB_LT -> subject.lessThan(constant);
        case TILEDB_LE -> subject.lessThanOrEqualTo(constant);
        case TILEDB_GT -> subject.greaterThan(constant);
        case TILEDB_GE -> subject.greaterThanOrEqualTo(constant);
        case TILEDB_NE -> subject.notEqualTo(constant);
        case TILEDB_IN -> subject.in(constant);
        case TILEDB_NOT_IN -> subject.notIn(constant);
        default -> subject.equalTo(constant);
      };
    }

    @Override
    public ConditionTerm usingEnumerations(boolean flag) {
      return new Comparison(field, operator, constant, flag);
    }
  }

  /** The test whether a field is a member of a set. */
  record Membership(String field, boolean negated, List<Object> constants, boolean byValue)
      implements ConditionTerm {
    @Override
    public Condition toEngine() {
      Condition.Field subject = subject(field, byValue);
      return negated ? subject.notIn(constants.toArray()) : subject.in(constants.toArray());
    }

    @Override
    public ConditionTerm usingEnumerations(boolean flag) {
      return new Membership(field, negated, constants, flag);
    }
  }

  /** The conjunction or disjunction of two conditions. */
  record Combination(ConditionTerm left, ConditionTerm right, boolean both)
      implements ConditionTerm {
    @Override
    public Condition toEngine() {
      return both ? left.toEngine().and(right.toEngine()) : left.toEngine().or(right.toEngine());
    }

    @Override
    public ConditionTerm usingEnumerations(boolean flag) {
      return new Combination(left.usingEnumerations(flag), right.usingEnumerations(flag), both);
    }
  }

  /** The negation of a condition. */
  record Negation(ConditionTerm negated) implements ConditionTerm {
    @Override
    public Condition toEngine() {
      return negated.toEngine().negate();
    }

    @Override
    public ConditionTerm usingEnumerations(boolean flag) {
      return new Negation(negated.usingEnumerations(flag));
    }
  }

  private static Condition.Field subject(String name, boolean byValue) {
    return byValue ? Condition.field(name) : Condition.field(name).byIndex();
  }

  /**
   * Creates a comparison.
   *
   * @param constant a result of {@link #constant}; null to compare with null
   */
  static ConditionTerm comparison(
      String field, tiledb_query_condition_op_t operator, @Nullable Object constant)
      throws TileDBError {
    if (constant == null
        && operator != tiledb_query_condition_op_t.TILEDB_EQ
        && operator != tiledb_query_condition_op_t.TILEDB_NE) {
      throw new TileDBError(
          "\"%s\" cannot be compared with null by %s; use TILEDB_EQ or TILEDB_NE"
              .formatted(field, operator));
    }
    return new Comparison(field, operator, constant, true);
  }

  /**
   * Creates a test for membership.
   *
   * @param data the values of the set
   * @param starts the byte at which each value starts
   */
  static ConditionTerm membership(
      String field, tiledb_query_condition_op_t operator, byte[] data, long[] starts, Datatype type)
      throws TileDBError {
    boolean negated = operator == tiledb_query_condition_op_t.TILEDB_NOT_IN;
    if (!negated && operator != tiledb_query_condition_op_t.TILEDB_IN) {
      throw new TileDBError(
          "%s is not a set operator; use TILEDB_IN or TILEDB_NOT_IN".formatted(operator));
    }
    List<Object> constants = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      long end = i + 1 < starts.length ? starts[i + 1] : data.length;
      if (starts[i] < 0 || starts[i] > end || end > data.length) {
        throw new TileDBError(
            "value %d of the set is at bytes %d to %d of %d"
                .formatted(i, starts[i], end, data.length));
      }
      constants.add(constant(Arrays.copyOfRange(data, (int) starts[i], (int) end), type));
    }
    return new Membership(field, negated, constants, true);
  }

  /** Creates a combination. */
  static ConditionTerm combination(
      ConditionTerm left, ConditionTerm right, tiledb_query_condition_combination_op_t operator)
      throws TileDBError {
    return switch (operator) {
      case TILEDB_AND -> new Combination(left, right, true);
      case TILEDB_OR -> new Combination(left, right, false);
      default ->
          throw new TileDBError(
              "two conditions cannot be combined by %s; use TILEDB_AND, TILEDB_OR or negate"
                  .formatted(operator));
    };
  }

  /** Returns the constant of the engine for the bytes of a value. */
  static Object constant(byte[] bytes, Datatype type) {
    int size = type.toEngine().size();
    if (type.isStringType() || type == Datatype.TILEDB_CHAR || bytes.length != size) {
      return bytes;
    }
    Object value = Scalars.value(bytes, 0, type);
    return type == Datatype.TILEDB_UINT64 && (Long) value < 0
        ? new BigInteger(Long.toUnsignedString((Long) value))
        : value;
  }
}
