package io.tiledb.java.api;

/**
 * Groups the bytes of values by their position, so that a following compression finds longer runs.
 */
public class ByteShuffleFilter extends Filter {
  /** Creates a filter. */
  public ByteShuffleFilter(Context ctx) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.byteShuffle());
  }

  ByteShuffleFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
