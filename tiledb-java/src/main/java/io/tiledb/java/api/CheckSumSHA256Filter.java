package io.tiledb.java.api;

/** Stores a SHA-256 digest of each chunk, which reads verify. */
public class CheckSumSHA256Filter extends Filter {
  /** Creates a filter. */
  public CheckSumSHA256Filter(Context ctx) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.sha256());
  }

  CheckSumSHA256Filter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
