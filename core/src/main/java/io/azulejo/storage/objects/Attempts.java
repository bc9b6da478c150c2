package io.azulejo.storage.objects;

import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import org.jspecify.annotations.Nullable;

/**
 * Counts the attempts of one request to a server. A limit applies to all attempts; at most three of
 * them may fail because the connection is refused. Then nothing listens at the address, which users
 * want to know at once. Not safe for use by several threads.
 */
public final class Attempts {
  private static final int MAX_REFUSED = 3;

  private final int max;
  private int failed;
  private int refused;

  /**
   * The attempts of a request that has not been sent yet.
   *
   * @param max the largest number of attempts, at least 1
   */
  public Attempts(int max) {
    this.max = max;
  }

  /** The number of attempts that have failed. */
  public int failed() {
    return failed;
  }

  /**
   * Counts an attempt that has failed for a reason that may pass.
   *
   * @param failure the reason; null if the server answered with an error
   * @return whether another attempt may follow
   */
  public boolean mayFollow(@Nullable Throwable failure) {
    failed++;
    if (isRefused(failure)) {
      refused++;
    }
    return failed < max && refused < MAX_REFUSED;
  }

  /** Whether nothing listens where a connection was to be made. */
  static boolean isRefused(@Nullable Throwable failure) {
    boolean refused = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException
          // Clients throw the same exception for both.
          || String.valueOf(cause.getMessage()).contains("timed out")) {
        return false;
      }
      refused |= cause instanceof ConnectException;
    }
    return refused;
  }
}
