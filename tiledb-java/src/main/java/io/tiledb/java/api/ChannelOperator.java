package io.tiledb.java.api;

import io.azulejo.query.Aggregate;
import io.tiledb.libtiledb.SWIGTYPE_p_tiledb_channel_operator_t;

/** An aggregate function. */
@SuppressWarnings("try") // the signature of close
public class ChannelOperator implements AutoCloseable {
  /** The aggregate functions. */
  public enum AggregationOperator {
    /** The least value that is not null. */
    TILEDB_MIN,
    /** The sum of the values that are not null: INT64, UINT64 or FLOAT64. */
    TILEDB_SUM,
    /** The mean of the values that are not null: FLOAT64. */
    TILEDB_MEAN,
    /** The greatest value that is not null. */
    TILEDB_MAX,
    /** The number of nulls: UINT64. */
    TILEDB_NULL_COUNT,
    /** The number of cells: UINT64. */
    TILEDB_COUNT
  }

  private final AggregationOperator function;

  /** Creates an operator. */
  public ChannelOperator(Context ctx, AggregationOperator op) throws TileDBError {
    this.function = op;
  }

  /** Returns whether this operator counts cells, for which it needs no field. */
  public boolean isCount() {
    return function == AggregationOperator.TILEDB_COUNT;
  }

  /** Returns the engine's aggregate of a field. */
  Aggregate toEngine(String field) {
    return switch (function) {
      case TILEDB_MIN -> Aggregate.min(field);
      case TILEDB_MAX -> Aggregate.max(field);
      case TILEDB_SUM -> Aggregate.sum(field);
      case TILEDB_MEAN -> Aggregate.mean(field);
      case TILEDB_NULL_COUNT -> Aggregate.nullCount(field);
      case TILEDB_COUNT -> Aggregate.count();
    };
  }

  /** Returns an opaque handle of this operator. */
  public SWIGTYPE_p_tiledb_channel_operator_t getOperatorp() {
    return new SWIGTYPE_p_tiledb_channel_operator_t(this);
  }

  /** Does nothing: an operator holds no resources. */
  @Override
  public void close() throws Exception {}
}
