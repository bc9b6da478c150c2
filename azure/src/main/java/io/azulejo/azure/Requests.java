package io.azulejo.azure;

import io.azulejo.error.StorageException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** Sends requests, and repeats those that failed by chance: later each time, at random. */
final class Requests {
  private final AzureOptions options;

  Requests(AzureOptions options) {
    this.options = options;
  }

  /**
   * Sends a request that may be sent twice.
   *
   * @return the answer
   * @throws RuntimeException what the SDK throws for the last attempt
   */
  <T> T send(BlobName name, Supplier<T> request) {
    for (int tries = 1; ; tries++) {
      try {
        return request.get();
      } catch (RuntimeException e) {
        if (!mayRepeat(tries) || !AzureFailures.isWorthRepeating(e)) {
          throw e;
        }
        pause(tries, name);
      }
    }
  }

  /** Whether another attempt may follow so many. */
  boolean mayRepeat(int tries) {
    return tries <= options.retries;
  }

  /** Waits before the next attempt. */
  void pause(int tries, BlobName name) {
    Duration longest = options.firstDelay.multipliedBy(1L << Math.min(tries - 1, 20));
    if (longest.compareTo(options.maxDelay) > 0) {
      longest = options.maxDelay;
    }
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(longest.toMillis() + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException(
          "interrupted before a request for " + name + " was repeated", name.toString(), e, true);
    }
  }
}
