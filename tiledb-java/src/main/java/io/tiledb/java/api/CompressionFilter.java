package io.tiledb.java.api;

/** A filter with a compression level. Some compressions store the level but do not use it. */
public class CompressionFilter extends Filter {
  static final int DEFAULT_LEVEL = -1;

  CompressionFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }

  /** Returns the level. */
  public int getLevel() throws TileDBError {
    return toEngine().level();
  }
}
