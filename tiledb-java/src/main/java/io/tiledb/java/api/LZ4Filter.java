package io.tiledb.java.api;

/** Compresses with LZ4. */
public class LZ4Filter extends CompressionFilter {
  /** Creates a filter with the level -1. */
  public LZ4Filter(Context ctx) throws TileDBError {
    this(ctx, DEFAULT_LEVEL);
  }

  /**
   * Creates a filter.
   *
   * @param level stored, but without effect
   */
  public LZ4Filter(Context ctx, int level) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.lz4().withLevel(level));
  }

  LZ4Filter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
