package io.tiledb.java.api;

/** Stores the differences between consecutive differences of integers. */
public class DoubleDeltaFilter extends CompressionFilter {
  /** Creates a filter with the level -1. */
  public DoubleDeltaFilter(Context ctx) throws TileDBError {
    this(ctx, DEFAULT_LEVEL);
  }

  /**
   * Creates a filter.
   *
   * @param level stored, but without effect
   */
  public DoubleDeltaFilter(Context ctx, int level) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.doubleDelta().withLevel(level));
  }

  DoubleDeltaFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
