package io.azulejo.storage.objects;

import static io.azulejo.storage.objects.RequestCounts.Kind.GET;
import static io.azulejo.storage.objects.RequestCounts.Kind.HEAD;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.objects.ObjectFailure.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends and counts requests. Repeats requests that fail temporarily, and converts failures to
 * exceptions of the engine. Their messages contain the request, the store's own message and a
 * remedy.
 */
final class Requests {
  /** Factor by which the first delay is longer if the store asks for fewer requests. */
  private static final int THROTTLED = 5;

  private final ObjectClient client;
  private final ObjectStorage.Options options;
  private final LongSupplier nanos;
  private final RequestCounts counts = new RequestCounts();

  Requests(ObjectClient client, ObjectStorage.Options options) {
    this(client, options, System::nanoTime);
  }

  /**
   * Creates an instance with another clock, for tests.
   *
   * @param nanos returns the time in nanoseconds since an arbitrary origin
   */
  Requests(ObjectClient client, ObjectStorage.Options options, LongSupplier nanos) {
    this.client = client;
    this.options = options;
    this.nanos = nanos;
  }

  RequestCounts counts() {
    return counts;
  }

  /** Returns a new attempt counter with the limit from the options. */
  Attempts attempts() {
    return new Attempts(options.attempts());
  }

  /**
   * Sends a request until it succeeds or must not be repeated.
   *
   * @return the response
   * @throws ObjectFailure the last failure
   */
  <T> T send(RequestCounts.Kind kind, ObjectName name, Supplier<T> request) {
    return send(kind, name, request, Function.identity());
  }

  /**
   * Sends a request and processes its response. Repeats both after a failure that is worth
   * repeating.
   *
   * @param use processes the response
   * @return the result of {@code use}
   * @throws ObjectFailure the last failure
   */
  <T, R> R send(RequestCounts.Kind kind, ObjectName name, Supplier<T> request, Function<T, R> use) {
    Attempts attempts = attempts();
    while (true) {
      try {
        return once(kind, name, attempts.failed() > 0, request, use);
      } catch (ObjectFailure e) {
        e.after(attempts.failed() + 1);
        if (!e.kind().isRepeatable() || !attempts.mayFollow(e)) {
          throw e;
        }
        pause(kind, name, attempts, e);
      }
    }
  }

  /** Sends a request that has no result, and repeats it like {@link #send}. */
  void run(RequestCounts.Kind kind, ObjectName name, Runnable request) {
    send(
        kind,
        name,
        () -> {
          request.run();
          return true;
        });
  }

  /**
   * Sends a request once and processes its response.
   *
   * @param again whether the request is a retry
   * @param use processes the response
   * @throws ObjectFailure if the request or the processing fails
   */
  <T, R> R once(
      RequestCounts.Kind kind,
      ObjectName name,
      boolean again,
      Supplier<T> request,
      Function<T, R> use) {
    boolean answered = false;
    long start = nanos.getAsLong();
    try {
      T answer = request.get();
      answered = true;
      counts.sent(kind, again);
      return use.apply(answer);
    } catch (AzulejoException e) {
      throw e;
    } catch (RuntimeException e) {
      ObjectFailure failure =
          e instanceof ObjectFailure known
              ? known
              : client.failure(kind, name, e).orElseThrow(() -> e);
      if (!answered && failure.kind() != Kind.UNSENT) {
        counts.sent(kind, again);
      }
      throw failure;
    } finally {
      Attempts.logIfSlow(kind, name, nanos.getAsLong() - start);
    }
  }

  /**
   * Logs a failed attempt and waits before the next one. The delay is random, up to a limit that
   * doubles with each attempt.
   *
   * @param failure the failure of the last attempt
   * @throws StorageException if the thread is interrupted; it stays interrupted
   */
  void pause(RequestCounts.Kind kind, ObjectName name, Attempts attempts, ObjectFailure failure) {
    attempts.logRetry(kind, name, redacted(String.valueOf(failure.getMessage())));
    Duration first = options.firstDelay();
    if (failure.kind() == Kind.THROTTLED) {
      first = shorter(first.multipliedBy(THROTTLED), options.maxDelay());
    }
    Duration longest =
        shorter(first.multipliedBy(1L << Math.min(attempts.failed() - 1, 20)), options.maxDelay());
    try {
      Transfers.pause(ThreadLocalRandom.current().nextLong(longest.toMillis() + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException(
          "interrupted before retrying a request for " + name, name.toString(), e, true);
    }
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /** Requests the properties of an object. Empty if it does not exist. */
  Optional<ObjectClient.Info> find(ObjectName name) {
    try {
      return Optional.of(head(name));
    } catch (ObjectFailure e) {
      if (isMissing(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  ObjectClient.Info head(ObjectName name) {
    return send(HEAD, name, () -> client.head(name));
  }

  /** Returns whether a request failed because the object or its container does not exist. */
  static boolean isMissing(ObjectFailure failure) {
    return failure.kind() == Kind.MISSING || failure.kind() == Kind.NO_CONTAINER;
  }

  /**
   * Returns the exception for a failed request, without a promise that the request had no effect.
   */
  AzulejoException failed(Object method, ObjectName name, ObjectFailure failure) {
    return failed(method, name, failure, false);
  }

  /**
   * Returns the exception for a failed request.
   *
   * @param method the request as it appears in messages, such as {@code GET}
   * @param withoutEffect whether the request definitely had no effect that callers can see
   */
  AzulejoException failed(
      Object method, ObjectName name, ObjectFailure failure, boolean withoutEffect) {
    String location = name.toString();
    boolean reads = method == GET || method == HEAD;
    if (reads && failure.kind() == Kind.MISSING) {
      return new NotFoundException(
          redacted(
              "file not found: %s (%s returned %s)".formatted(name, method, failure.description())),
          location,
          redactedCause(failure));
    }
    String message =
        redacted(
            "%s %s failed: %s%s".formatted(method, name, failure.description(), failure.advice()));
    boolean repeatable = failure.kind().isRepeatable();
    return withoutEffect || failure.kind().isWithoutEffect()
        ? StorageException.withoutEffect(message, location, redactedCause(failure), repeatable)
        : new StorageException(message, location, redactedCause(failure), repeatable);
  }

  AlreadyExistsException taken(ObjectName name, @Nullable ObjectFailure failure) {
    return new AlreadyExistsException(
        name + " already exists", name.toString(), failure == null ? null : redactedCause(failure));
  }

  /** Masks the secrets in a text. */
  String redacted(String text) {
    return client.withoutSecrets(text);
  }

  /**
   * Returns the exception behind a failure, or null if it or one of its causes contains a secret.
   */
  @Nullable Throwable redactedCause(ObjectFailure failure) {
    return hasSecret(failure.origin()) ? null : failure.origin();
  }

  private boolean hasSecret(Throwable origin) {
    for (Throwable t = origin; t != null; t = t.getCause()) {
      String text = t.toString();
      if (!text.equals(redacted(text))) {
        return true;
      }
      for (Throwable other : t.getSuppressed()) {
        if (hasSecret(other)) {
          return true;
        }
      }
    }
    return false;
  }
}
