package io.tiledb.java.api;

/** Decides what happens when an operation of a {@link Context} fails. */
public class ContextCallback {
  /** Creates a callback that throws. */
  public ContextCallback() {}

  /**
   * Receives the message of a failure. If a subclass does not throw, the failed method returns
   * without a result.
   *
   * @throws TileDBError in this class, always
   */
  public void call(String msg) throws TileDBError {
    throw new TileDBError(msg);
  }
}
