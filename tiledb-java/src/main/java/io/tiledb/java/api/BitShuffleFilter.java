package io.tiledb.java.api;

/**
 * Groups the bits of values by their position, so that a following compression finds longer runs.
 */
public class BitShuffleFilter extends Filter {
  /** Creates a filter. */
  public BitShuffleFilter(Context ctx) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.bitShuffle());
  }

  BitShuffleFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
