package io.tiledb.java.api;

/**
 * An operation failed. The message says what failed and why. The cause is the exception of the
 * engine, if there is one.
 */
public class TileDBError extends Exception {
  private static final long serialVersionUID = 1;

  /** Creates an error with a message. */
  public TileDBError(String message) {
    super(message);
  }

  TileDBError(String message, Throwable cause) {
    super(message, cause);
  }
}
