package io.tiledb.java.api;

import io.azulejo.error.AzulejoException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;

/** Runs calls that may fail, and passes their failures to the error handler of a context. */
final class Calls {
  private Calls() {}

  /** A call with a result. */
  @FunctionalInterface
  interface Source<T> {
    T get() throws TileDBError, IOException;
  }

  /** A call without a result. */
  @FunctionalInterface
  interface Task {
    void run() throws TileDBError, IOException;
  }

  /** Returns the result of a failed call, or throws the failure. */
  private interface Fallback<T> {
    T after(TileDBError failure) throws TileDBError;
  }

  /**
   * Runs a call. If it fails and the error handler does not throw, this method returns normally.
   *
   * @throws TileDBError if the call fails and the error handler throws it
   */
  static void run(Context ctx, Task task) throws TileDBError {
    attempt(
        ctx,
        () -> {
          task.run();
          return true;
        },
        failure -> false);
  }

  /**
   * Runs a call and returns its result.
   *
   * @throws TileDBError if the call fails, even if the error handler does not throw it
   */
  static <T> T get(Context ctx, Source<T> source) throws TileDBError {
    return attempt(
        ctx,
        source,
        failure -> {
          throw failure;
        });
  }

  /**
   * Runs a call and returns its result. If it fails and the error handler does not throw, returns
   * another result.
   *
   * @throws TileDBError if the call fails and the error handler throws it
   */
  static <T> T get(Context ctx, Source<T> source, T otherwise) throws TileDBError {
    return attempt(ctx, source, failure -> otherwise);
  }

  private static <T> T attempt(Context ctx, Source<T> source, Fallback<T> fallback)
      throws TileDBError {
    try {
      return source.get();
    } catch (TileDBError e) {
      ctx.fail(e);
      return fallback.after(e);
    } catch (AzulejoException | IOException | UncheckedIOException e) {
      ctx.fail(e);
      return fallback.after(new TileDBError(Failures.message(e), e));
    } finally {
      // The engine must not stop while it works for a context that nobody else refers to.
      Reference.reachabilityFence(ctx);
    }
  }
}
