package io.tiledb.libtiledb;

/** An action without arguments. */
public interface Callback {
  /** Runs the action. */
  void call();
}
