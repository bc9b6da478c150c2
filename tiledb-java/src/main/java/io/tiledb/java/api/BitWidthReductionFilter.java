package io.tiledb.java.api;

/** Stores integers in as few bytes as the range of the values in a window allows. */
public class BitWidthReductionFilter extends Filter {
  /** Creates a filter with windows of 256 bytes. */
  public BitWidthReductionFilter(Context ctx) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.bitWidthReduction());
  }

  /**
   * Creates a filter.
   *
   * @param window maximum size of a window in bytes
   */
  public BitWidthReductionFilter(Context ctx, int window) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.bitWidthReduction(window));
  }

  BitWidthReductionFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }

  /** Returns the maximum size of a window in bytes. */
  public int getWindow() throws TileDBError {
    return toEngine().maxWindow();
  }
}
