package io.azulejo.s3;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Lets an object appear under its name, unless that is taken. Requests are repeated here and not by
 * the SDK, as it has to be known what became of each attempt: one whose answer was lost may have
 * succeeded, and the next one is then told that the name is taken, by ourselves. So each object has
 * a random token among its metadata, by which its own maker knows it.
 */
final class Publication {
  /** The name of the token among the user metadata. */
  static final String TOKEN = "azulejo-token";

  /** One attempt. */
  interface Attempt {
    /**
     * Sends one request, which the client does not repeat.
     *
     * @param conditional whether it asks the store to refuse a name that is taken
     */
    void send(S3Client client, boolean conditional);
  }

  private final S3Connection connection;
  private final S3Options options;
  private final S3Failures failures;
  private volatile boolean conditional;

  Publication(S3Connection connection, S3Options options, S3Failures failures) {
    this.connection = connection;
    this.options = options;
    this.failures = failures;
    this.conditional = options.exclusiveCreate != S3Options.ExclusiveCreate.OFF;
  }

  /** Metadata with a new token. */
  static Map<String, String> newToken() {
    return Map.of(TOKEN, UUID.randomUUID().toString());
  }

  /**
   * Repeats an attempt until its outcome is known, or the attempts are used up.
   *
   * @param method of the request, for messages
   * @param metadata what the object gets, with its token
   * @throws AlreadyExistsException if the name was taken by somebody else
   * @throws StorageException as {@link io.azulejo.storage.Storage#createExclusive} says
   */
  void publish(String method, ObjectName name, Map<String, String> metadata, Attempt attempt) {
    boolean uncertain = false;
    boolean asked = false;
    for (int tries = 1; ; tries++) {
      boolean condition = conditional;
      long sentBefore = connection.sentByThisThread();
      try {
        if (!condition && !asked) {
          if (isThereAlready(name, metadata, uncertain)) {
            return;
          }
          asked = true;
        }
        attempt.send(connection.singleAttempts(), condition);
        return;
      } catch (SdkException e) {
        boolean sent = connection.sentByThisThread() > sentBefore;
        boolean refused = !sent || S3Failures.changesNothing(e);
        uncertain |= !refused;
        if (e instanceof S3Exception answer && answer.statusCode() == 412) {
          if (uncertain && isOurs(name, metadata, e)) {
            return;
          }
          throw taken(name, e);
        }
        if (condition && refused && S3Failures.isNotImplemented(e)) {
          if (options.exclusiveCreate == S3Options.ExclusiveCreate.REQUIRED) {
            throw unconditional(method, name, e);
          }
          conditional = false;
          continue;
        }
        if (sent && S3Failures.isWorthRepeating(e) && tries < options.attempts) {
          pause(tries, S3Failures.isThrottled(e), name);
          continue;
        }
        if (!uncertain) {
          throw failures.failed(method, name, e, true);
        }
        if (isOurs(name, metadata, e)) {
          return;
        }
        throw taken(name, e);
      }
    }
  }

  /**
   * Whether an attempt before has succeeded after all.
   *
   * @throws AlreadyExistsException if somebody else has the name
   */
  private boolean isThereAlready(ObjectName name, Map<String, String> metadata, boolean uncertain) {
    HeadObjectResponse there;
    try {
      there = head(name);
    } catch (SdkException e) {
      throw failures.failed("HEAD", name, e, !uncertain);
    }
    if (there != null && !Objects.equals(metadata.get(TOKEN), there.metadata().get(TOKEN))) {
      throw taken(name, null);
    }
    return there != null;
  }

  /**
   * Whether the object that is there now was made by these attempts.
   *
   * @throws StorageException if nobody can know: there is none, or the store does not answer
   */
  private boolean isOurs(ObjectName name, Map<String, String> metadata, SdkException cause) {
    String token = metadata.get(TOKEN);
    HeadObjectResponse there;
    try {
      there = head(name);
    } catch (SdkException e) {
      cause.addSuppressed(e);
      throw unknown(name, token, cause, "the store could not be asked: " + failures.described(e));
    }
    if (there == null) {
      throw unknown(name, token, cause, "it is not there now, but may still come");
    }
    String found = there.metadata().get(TOKEN);
    return token != null && token.equals(found);
  }

  private @Nullable HeadObjectResponse head(ObjectName name) {
    try {
      return connection.client().headObject(r -> r.bucket(name.bucket()).key(name.key()));
    } catch (S3Exception e) {
      if (e.statusCode() == 404) {
        return null;
      }
      throw e;
    }
  }

  private AzulejoException unknown(
      ObjectName name, @Nullable String token, SdkException cause, String why) {
    AzulejoException failure = failures.failed("PUT", name, cause);
    return new StorageException(
        "whether %s was created is not known (%s): if it is there later, with %s=%s among its"
                .formatted(name, why, TOKEN, token)
            + " metadata, it was. "
            + failure.getMessage(),
        name.toString(),
        failure.getCause(),
        true);
  }

  private AlreadyExistsException taken(ObjectName name, @Nullable SdkException cause) {
    return new AlreadyExistsException(
        "there is a file " + name + " already", name.toString(), cause);
  }

  private StorageException unconditional(String method, ObjectName name, SdkException cause) {
    return StorageException.withoutEffect(
        "%s %s: the store does not refuse names that are taken (%s), and"
                .formatted(method, name, failures.described(cause))
            + " azulejo.s3.exclusive_create=required",
        name.toString(),
        cause,
        false);
  }

  /** Waits as the SDK does before it repeats something. */
  private void pause(int tries, boolean throttled, ObjectName name) {
    Duration first = throttled ? S3Connection.throttled(options.firstDelay) : options.firstDelay;
    long longest =
        Math.min(S3Connection.MAX_DELAY.toMillis(), first.toMillis() << Math.min(tries - 1, 20));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(longest + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException(
          "interrupted before " + name + " was created, or known to be", name.toString(), e, true);
    }
  }
}
