package io.tiledb.java.api;

/** Compresses with Zstandard. */
public class ZstdFilter extends CompressionFilter {
  /** Creates a filter with the level -1. */
  public ZstdFilter(Context ctx) throws TileDBError {
    this(ctx, DEFAULT_LEVEL);
  }

  /**
   * Creates a filter.
   *
   * @param level compression level, -7 to 22; -1 is a fast mode of Zstandard
   */
  public ZstdFilter(Context ctx, int level) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.zstd().withLevel(level));
  }

  ZstdFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
