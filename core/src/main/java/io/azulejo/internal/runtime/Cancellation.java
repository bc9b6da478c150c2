package io.azulejo.internal.runtime;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CancelledException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.ReadTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Converts cancellations to exceptions for callers. Inside the engine, a cancellation is a {@link
 * CancellationException}. Code that catches {@link AzulejoException} to handle corrupt data or
 * store failures therefore does not catch cancellations.
 */
public final class Cancellation {
  /** Thrown when the time limit of a read is exceeded. */
  public static final class Timeout extends CancellationException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with advice for the caller
     */
    public Timeout(String message) {
      super(message);
    }
  }

  /** Thrown when the engine is closed while work is in progress. */
  static final class Closed extends CancellationException {
    private static final long serialVersionUID = 1L;

    Closed() {
      super("the engine is closed");
    }
  }

  private Cancellation() {}

  /**
   * Returns the result of an action. If the action is cancelled, throws the corresponding {@link
   * AzulejoException}.
   */
  public static <T extends @Nullable Object> T translate(Supplier<T> act) {
    try {
      return act.get();
    } catch (CancellationException e) {
      throw publicException(e);
    }
  }

  /**
   * Runs an action. If the action is cancelled, throws the corresponding {@link AzulejoException}.
   */
  public static void translate(Runnable act) {
    try {
      act.run();
    } catch (CancellationException e) {
      throw publicException(e);
    }
  }

  private static AzulejoException publicException(CancellationException e) {
    if (e instanceof Closed) {
      return new InvalidRequestException(String.valueOf(e.getMessage()), null, e);
    }
    return e instanceof Timeout
        ? new ReadTimeoutException(e.getMessage(), e)
        : new CancelledException(e.getMessage(), e);
  }
}
