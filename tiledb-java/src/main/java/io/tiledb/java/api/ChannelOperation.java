package io.tiledb.java.api;

import io.azulejo.query.Aggregate;
import io.tiledb.libtiledb.SWIGTYPE_p_tiledb_channel_operation_t;

/** An aggregate of a field; see {@link QueryChannel#applyAggregate}. */
@SuppressWarnings("try") // the signature of close
public class ChannelOperation implements AutoCloseable {
  private final Aggregate aggregate;

  /**
   * Creates an aggregate.
   *
   * @param query a query of the array with the field
   * @param fieldName an attribute or a dimension; not used for counts of cells
   */
  public ChannelOperation(Context ctx, ChannelOperator operator, Query query, String fieldName)
      throws TileDBError {
    if (!operator.isCount()) {
      query.requireField(fieldName);
    }
    this.aggregate = operator.toEngine(fieldName);
  }

  /** Returns the engine's aggregate. */
  Aggregate toEngine() {
    return aggregate;
  }

  /** Returns an opaque handle of this operation. */
  public SWIGTYPE_p_tiledb_channel_operation_t getOperationp() {
    return new SWIGTYPE_p_tiledb_channel_operation_t(this);
  }

  /** Does nothing: an operation holds no resources. */
  @Override
  public void close() throws Exception {}
}
