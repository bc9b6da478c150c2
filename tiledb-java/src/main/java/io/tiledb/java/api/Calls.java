package io.tiledb.java.api;

import io.azulejo.error.AzulejoException;

/** Runs calls of the engine and passes their failures to the error handler of a context. */
final class Calls {
  private Calls() {}

  /** A call with a result. */
  interface Source<T> {
    T get() throws TileDBError;
  }

  /**
   * Runs a call. If it fails, calls the context's error handler. If the handler does not throw,
   * this method returns normally.
   */
  static void run(Context ctx, Context.Task action) throws TileDBError {
    ctx.run(action);
  }

  /**
   * Runs a call and returns its result. If the call fails, calls the context's error handler, and
   * throws an error even if the handler does not, because it cannot return a result.
   */
  static <T> T get(Context ctx, Source<T> source) throws TileDBError {
    try {
      return source.get();
    } catch (AzulejoException e) {
      ctx.fail(e);
      throw new TileDBError(String.valueOf(e.getMessage()), e);
    }
  }
}
