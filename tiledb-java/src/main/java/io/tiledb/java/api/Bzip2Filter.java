package io.tiledb.java.api;

/** Compresses with bzip2. Needs the library commons-compress on the class path. */
public class Bzip2Filter extends CompressionFilter {
  /** Creates a filter with the level -1. */
  public Bzip2Filter(Context ctx) throws TileDBError {
    this(ctx, DEFAULT_LEVEL);
  }

  /**
   * Creates a filter.
   *
   * @param level block size in units of 100 kB, 1 to 9; -1 means 1
   */
  public Bzip2Filter(Context ctx, int level) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.bzip2(DEFAULT_LEVEL).withLevel(level));
  }

  Bzip2Filter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
