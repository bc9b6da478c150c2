package io.tiledb.java.api;

import io.azulejo.query.Condition;
import io.tiledb.libtiledb.SWIGTYPE_p_p_tiledb_query_condition_t;
import io.tiledb.libtiledb.SWIGTYPE_p_tiledb_query_condition_t;
import io.tiledb.libtiledb.tiledb_query_condition_combination_op_t;
import io.tiledb.libtiledb.tiledb_query_condition_op_t;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A condition that cells must meet to be read or deleted. A comparison with null is true only for
 * "equal null" of null cells, and "not equal null" of the others.
 *
 * <p>Difference from the native library: the deprecated constructor compares whole strings, not
 * only their first byte.
 */
public class QueryCondition implements AutoCloseable {
  private final Context ctx;
  private ConditionTerm node;

  /**
   * Creates a condition that shares everything with another one.
   *
   * @param conditionpp a handle of a condition
   */
  public QueryCondition(Context ctx, SWIGTYPE_p_p_tiledb_query_condition_t conditionpp) {
    this(ctx, ((QueryCondition) conditionpp.target()).node);
  }

  private QueryCondition(Context ctx, ConditionTerm node) {
    this.ctx = ctx;
    this.node = node;
  }

  /**
   * Creates a comparison.
   *
   * @param value a value, or a Java array of the values of a cell
   * @param conditionType the Java class of the value; null to compare with null
   * @deprecated use the constructor with a {@link Datatype}
   */
  @Deprecated
  public QueryCondition(
      Context ctx,
      String attributeName,
      @Nullable Object value,
      @Nullable Class<?> conditionType,
      tiledb_query_condition_op_t OP)
      throws TileDBError {
    this(
        ctx,
        conditionType == null
            ? ConditionTerm.comparison(attributeName, OP, null)
            : comparison(attributeName, Types.getNativeType(conditionType), value, OP));
  }

  /**
   * Creates a comparison.
   *
   * @param type the type of the field, or of the values of its enumeration
   * @param value a value, or a Java array of the values of a cell; null to compare with null
   */
  public QueryCondition(
      Context ctx,
      Datatype type,
      String attributeName,
      @Nullable Object value,
      tiledb_query_condition_op_t OP)
      throws TileDBError {
    this(ctx, comparison(attributeName, type, value, OP));
  }

  private static ConditionTerm comparison(
      String field,
      @Nullable Datatype type,
      @Nullable Object value,
      tiledb_query_condition_op_t operator)
      throws TileDBError {
    if (type == null) {
      throw new TileDBError("the data type of the condition on \"" + field + "\" is null");
    }
    Object constant =
        value == null ? null : ConditionTerm.constant(Scalars.arrayBytes(value, type), type);
    return ConditionTerm.comparison(field, operator, constant);
  }

  /** Returns the engine's condition. */
  Condition toEngine() {
    return node.toEngine();
  }

  /** Returns the names of the fields of this condition. */
  ConditionTerm node() {
    return node;
  }

  /**
   * Sets whether comparisons of attributes with an enumeration compare its values (default), or the
   * indexes. It applies to all comparisons in this condition.
   */
  public void setUseEnumeration(boolean flag) throws TileDBError {
    node = node.usingEnumerations(flag);
  }

  /**
   * Makes this condition a test for membership in a set.
   *
   * @param data the values of the set
   * @param dataSize their size in bytes
   * @param offsets the byte at which each value starts
   * @param offsetsSize the size of the offsets in bytes
   * @param OP TILEDB_IN or TILEDB_NOT_IN
   */
  public void allocSetMembership(
      String name,
      NativeArray data,
      BigInteger dataSize,
      NativeArray offsets,
      BigInteger offsetsSize,
      tiledb_query_condition_op_t OP)
      throws TileDBError {
    byte[] starts = Scalars.copy(offsets, offsetsSize.longValueExact());
    node =
        ConditionTerm.membership(
            name,
            OP,
            Scalars.copy(data, dataSize.longValueExact()),
            (long[]) Scalars.array(starts, Datatype.TILEDB_UINT64),
            data.getNativeType());
  }

  /** Returns an opaque handle of this condition. */
  public SWIGTYPE_p_tiledb_query_condition_t getConditionp() {
    return new SWIGTYPE_p_tiledb_query_condition_t(this);
  }

  /** Returns an opaque handle of this condition. */
  public SWIGTYPE_p_p_tiledb_query_condition_t getConditionpp() {
    return new SWIGTYPE_p_p_tiledb_query_condition_t(this);
  }

  /** Returns the context. */
  protected Context getCtx() {
    return ctx;
  }

  /** Does nothing: a condition holds no resources. */
  @Override
  public void close() {}

  /**
   * Combines this condition with another one.
   *
   * @param OP TILEDB_AND or TILEDB_OR
   */
  public QueryCondition combine(QueryCondition rhs, tiledb_query_condition_combination_op_t OP)
      throws TileDBError {
    return new QueryCondition(ctx, ConditionTerm.combination(node, rhs.node, OP));
  }

  /** Returns the negation of this condition, in which each comparison is replaced. */
  public QueryCondition negate() throws TileDBError {
    return new QueryCondition(ctx, new ConditionTerm.Negation(node));
  }
}
