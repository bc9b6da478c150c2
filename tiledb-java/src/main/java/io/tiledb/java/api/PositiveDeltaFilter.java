package io.tiledb.java.api;

/** Stores the differences between integers that never decrease, in windows. */
public class PositiveDeltaFilter extends Filter {
  /** Creates a filter with windows of 1,024 bytes. */
  public PositiveDeltaFilter(Context ctx) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.positiveDelta());
  }

  /**
   * Creates a filter.
   *
   * @param window maximum size of a window in bytes
   */
  public PositiveDeltaFilter(Context ctx, int window) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.positiveDelta(window));
  }

  PositiveDeltaFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }

  /** Returns the maximum size of a window in bytes. */
  public int getWindow() throws TileDBError {
    return toEngine().maxWindow();
  }
}
