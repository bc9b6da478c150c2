package io.azulejo.azure;

import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.Attempts;
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
    Attempts attempts = attempts();
    while (true) {
      try {
        return request.get();
      } catch (RuntimeException e) {
        if (!AzureFailures.isWorthRepeating(e) || !attempts.mayFollow(e)) {
          throw e;
        }
        pause(attempts, name);
      }
    }
  }

  /** The attempts of a request, of which there was none yet. */
  Attempts attempts() {
    return new Attempts(options.retries + 1);
  }

  /** Waits before the next attempt. */
  void pause(Attempts attempts, BlobName name) {
    Duration longest = options.firstDelay.multipliedBy(1L << Math.min(attempts.failed() - 1, 20));
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
