package io.tiledb.java.api;

import java.nio.charset.StandardCharsets;

/** A string, with its size in UTF-8. */
public class TileDBString {
  private final Context ctx;
  private final String text;

  TileDBString(Context ctx, String text) {
    this.ctx = ctx;
    this.text = text;
  }

  /** Returns the context. */
  protected Context getCtx() {
    return ctx;
  }

  /** Returns the string, and its size in bytes of UTF-8. */
  public Pair<String, Long> getView() throws TileDBError {
    return new Pair<>(text, (long) text.getBytes(StandardCharsets.UTF_8).length);
  }

  /** Has no effect, because a string holds no resources. */
  public void close() {}
}
