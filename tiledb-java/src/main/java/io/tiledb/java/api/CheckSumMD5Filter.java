package io.tiledb.java.api;

/** Stores an MD5 digest of each chunk, which reads verify. */
public class CheckSumMD5Filter extends Filter {
  /** Creates a filter. */
  public CheckSumMD5Filter(Context ctx) throws TileDBError {
    this(ctx, io.azulejo.schema.Filter.md5());
  }

  CheckSumMD5Filter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }
}
