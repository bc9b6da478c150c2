package io.tiledb.java.api;

/** Compresses with zlib. */
public class GzipFilter extends CompressionFilter {
  /** Creates a filter with the level -1. */
  public GzipFilter(Context ctx) throws TileDBError {
    this(ctx, DEFAULT_LEVEL);
  }

  /**
   * Creates a filter.
   *
   * @param level compression level, 0 to 9; -1 for the default of zlib
   */
  public GzipFilter(Context ctx, int level) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.gzip(DEFAULT_LEVEL).withLevel(level));
  }

  GzipFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
