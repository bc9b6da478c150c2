package io.tiledb.java.api;

/** Stores each run of equal cells once. */
public class RleFilter extends CompressionFilter {
  /** Creates a filter with the level -1. */
  public RleFilter(Context ctx) throws TileDBError {
    this(ctx, DEFAULT_LEVEL);
  }

  /**
   * Creates a filter.
   *
   * @param level stored, but without effect
   */
  public RleFilter(Context ctx, int level) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.rle().withLevel(level));
  }

  RleFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
