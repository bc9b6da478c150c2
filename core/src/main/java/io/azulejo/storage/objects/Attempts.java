package io.azulejo.storage.objects;

import io.azulejo.internal.runtime.Warnings;
import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Counts the attempts of one request to a server. All attempts count towards a limit; at most three
 * may fail because the connection is refused. Refusal means that nothing listens at the address,
 * which users want to know quickly. Not thread-safe.
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
   * @param max the maximum number of attempts, at least 1
   */
  public Attempts(int max) {
    this.max = max;
  }

  /** Returns the number of failed attempts. */
  public int failed() {
    return failed;
  }

  /**
   * Counts an attempt that failed for a reason that may pass.
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

  /**
   * Logs a warning that the last attempt failed and the request is sent again; at most one per
   * minute and store.
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
   * Logs a warning if an attempt took more than 30 seconds; at most one per minute and store.
   *
   * @param operation the request, such as {@code GET}
   * @param location the requested URI, without secrets
   * @param nanos duration of the attempt, including the transfer of the answer (nanoseconds)
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

  /** Returns the scheme and the server or container of a URI. */
  private static String store(Object location) {
    String uri = location.toString();
    int end = uri.indexOf('/', uri.indexOf("://") + 3);
    return end < 0 ? uri : uri.substring(0, end);
  }

  /** Returns whether the connection was refused because nothing listens at the address. */
  static boolean isRefused(@Nullable Throwable failure) {
    boolean refused = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException
          // Clients throw the same exception for timeouts and refused connections.
          || String.valueOf(cause.getMessage()).contains("timed out")) {
        return false;
      }
      refused |= cause instanceof ConnectException;
    }
    return refused;
  }
}
