package io.tiledb.java.api;

/** Stores the exclusive or of each value and its predecessor. */
public class XORFilter extends Filter {
  /** Creates a filter. */
  public XORFilter(Context ctx) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.xor());
  }

  XORFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
