package io.azulejo.internal.runtime;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CancelledException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.ReadTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns the end of cancelled work into exceptions for callers. Inside the engine it is a {@link
 * CancellationException}, which no place takes for damage or for a failure of a store, as all
 * places that catch {@link AzulejoException} would.
 */
public final class Cancellation {
  /** The end of a read whose time is over. */
  public static final class Timeout extends CancellationException {
    private static final long serialVersionUID = 1L;

    /** An end with advice for the caller. */
    public Timeout(String message) {
      super(message);
    }
  }

  /** The end of work under which the engine was closed. */
  static final class Closed extends CancellationException {
    private static final long serialVersionUID = 1L;

    Closed() {
      super("the engine is closed");
    }
  }

  private Cancellation() {}

  /** Returns what {@code act} returns; the cancellation of it as an exception for callers. */
  public static <T extends @Nullable Object> T atDoor(Supplier<T> act) {
    try {
      return act.get();
    } catch (CancellationException e) {
      throw forCallers(e);
    }
  }

  /** Runs {@code act}; throws the cancellation of it as an exception for callers. */
  public static void atDoor(Runnable act) {
    try {
      act.run();
    } catch (CancellationException e) {
      throw forCallers(e);
    }
  }

  private static AzulejoException forCallers(CancellationException e) {
    if (e instanceof Closed) {
      return new InvalidRequestException(String.valueOf(e.getMessage()), null, e);
    }
    return e instanceof Timeout
        ? new ReadTimeoutException(e.getMessage(), e)
        : new CancelledException(e.getMessage(), e);
  }
}
