package io.azulejo.internal.storage;

import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one request to a server: as many as the settings allow, but few where connections
 * are refused. Nothing listens there then, which a user wants to know at once, and which seldom
 * passes in the time that all attempts would take. For one thread.
 */
public final class Attempts {
  private static final int MAX_REFUSED = 3;

  private final int max;
  private int failed;
  private int refused;

  /**
   * The attempts of a request that was not sent yet.
   *
   * @param max how many there may be, for whatever reason they fail
   */
  public Attempts(int max) {
    this.max = max;
  }

  /** How many attempts have failed. */
  public int failed() {
    return failed;
  }

  /**
   * Counts an attempt that has failed by chance.
   *
   * @param failure why; null where it was answered by an error
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
