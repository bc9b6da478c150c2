package io.azulejo.storage.objects;

import io.azulejo.internal.runtime.Warnings;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A counter for the attempts of one request to a server. It limits the total number of attempts. It
 * also limits attempts with a refused connection to three: refusal means that nothing listens at
 * the address, which users want to know quickly. Not thread-safe.
 */
public final class Attempts {
  private static final int MAX_REFUSED = 3;
  private static final Duration SLOW = Duration.ofSeconds(30);

  private final int max;
  private int failed;
  private int refused;

  /**
   * Creates the counter for a request that has not been sent yet.
   *
   * @param max maximum number of attempts, at least 1
   */
  public Attempts(int max) {
    this.max = max;
  }

  /** Returns the number of failed attempts. */
  public int failed() {
    return failed;
  }

  /**
   * Counts an attempt that failed for a temporary reason.
   *
   * @param failure the reason; null if the server responded with an error
   * @return whether the request may be sent again
   */
  public boolean mayFollow(@Nullable Throwable failure) {
    failed++;
    if (isRefused(failure)) {
      refused++;
    }
    return failed < max && refused < MAX_REFUSED;
  }

  /**
   * Logs a warning that the last attempt failed and the request is sent again. Logs at most one
   * such warning per minute and store.
   *
   * @param operation the request, such as {@code GET}
   * @param location the requested URI, without secrets
   * @param reason why the attempt failed, without secrets
   */
  public void logRetry(Object operation, Object location, String reason) {
    Warnings.log(
        Warnings.Kind.RETRY,
        store(location),
        "%s %s failed: %s; retrying (attempt %d of at most %d)"
            .formatted(operation, location, reason, failed + 1, max));
  }

  /**
   * Logs a warning if an attempt took more than 30 seconds. Logs at most one such warning per
   * minute and store.
   *
   * @param operation the request, such as {@code GET}
   * @param location the requested URI, without secrets
   * @param nanos duration of the attempt in nanoseconds, including the transfer of the response
   */
  public static void logIfSlow(Object operation, Object location, long nanos) {
    if (nanos > SLOW.toNanos()) {
      Warnings.log(
          Warnings.Kind.SLOW_REQUEST,
          store(location),
          String.format(
              Locale.ROOT,
              "%s %s took %.1f seconds: the store or the network is slow",
              operation,
              location,
              nanos / 1e9));
    }
  }

  /**
   * Returns the part of a URI that identifies the store: the scheme and the server or container.
   */
  private static String store(Object location) {
    String uri = location.toString();
    int end = uri.indexOf('/', uri.indexOf("://") + 3);
    return end < 0 ? uri : uri.substring(0, end);
  }

  /**
   * Returns whether the connection was refused because nothing listens at the address.
   *
   * @param failure the exception of the attempt; null if there was none
   */
  static boolean isRefused(@Nullable Throwable failure) {
    boolean refused = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException
          // Clients throw the same exception type for timeouts and refused connections.
          || String.valueOf(cause.getMessage()).contains("timed out")) {
        return false;
      }
      refused |= cause instanceof ConnectException;
    }
    return refused;
  }
}
