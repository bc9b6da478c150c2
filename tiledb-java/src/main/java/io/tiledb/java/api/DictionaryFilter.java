package io.tiledb.java.api;

/** Stores each distinct string of a tile once. It must be the first filter of a list. */
public class DictionaryFilter extends CompressionFilter {
  /** Creates a filter with the level -1. */
  public DictionaryFilter(Context ctx) throws TileDBError {
    this(ctx, DEFAULT_LEVEL);
  }

  /**
   * Creates a filter.
   *
   * @param level stored, but without effect
   */
  public DictionaryFilter(Context ctx, int level) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.dictionary().withLevel(level));
  }

  DictionaryFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
