package io.tiledb.java.api;

/** Leaves data as it is. */
public class NoneFilter extends Filter {
  /** Creates a filter. */
  public NoneFilter(Context ctx) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.none());
  }

  NoneFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
