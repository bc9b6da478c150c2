package io.azulejo.s3;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.Attempts;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Lets an object appear under its name, unless that is taken. Requests are repeated here and not by
 * the SDK, as it has to be known what became of each attempt: one whose answer was lost may have
 * succeeded, and the next one is then told that the name is taken, by ourselves. So each object has
 * a random token among its metadata, by which its own maker knows it; one that came without is
 * known by its bytes.
 */
final class Publication {
  /** The name of the token among the user metadata. */
  static final String TOKEN = "azulejo-token";

  /**
   * What is created.
   *
   * @param metadata with a token of its own
   * @param size in bytes; -1 where it is not known
   * @param md5 the digest of the bytes, asked for where it is needed; null where it is not known
   */
  record Created(Map<String, String> metadata, long size, @Nullable Supplier<String> md5) {
    /** Something of which nothing is known here but its token. */
    static Created unseen() {
      return new Created(Map.of(TOKEN, UUID.randomUUID().toString()), -1, null);
    }

    /** The same with the first bytes of an array as its content. */
    Created of(byte[] bytes, int length) {
      return new Created(metadata, length, () -> Publication.md5(bytes, length));
    }

    /** The same with so many bytes. */
    Created of(long bytes) {
      return new Created(metadata, bytes, null);
    }

    String token() {
      return Objects.requireNonNull(metadata.get(TOKEN));
    }
  }

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

  /** Whether the store is believed to refuse names that are taken. */
  private volatile boolean conditional;

  Publication(S3Connection connection, S3Options options, S3Failures failures) {
    this.connection = connection;
    this.options = options;
    this.failures = failures;
    this.conditional = options.exclusiveCreate != S3Options.ExclusiveCreate.OFF;
  }

  /**
   * Repeats an attempt until its outcome is known, or the attempts are used up.
   *
   * @param method of the request, for messages
   * @param conditionable whether the store lets this request depend on the name being free, if any
   * @throws AlreadyExistsException if the name was taken by somebody else
   * @throws StorageException as {@link io.azulejo.storage.Storage#createExclusive} says
   */
  void publish(
      String method, ObjectName name, Created created, boolean conditionable, Attempt attempt) {
    boolean uncertain = false;
    boolean asked = false;
    Attempts attempts = new Attempts(options.attempts);
    while (true) {
      boolean condition = conditional && conditionable;
      long sentBefore = connection.sentByThisThread();
      try {
        if (!condition && !asked) {
          if (isThereAlready(name, created, uncertain)) {
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
          if (uncertain && isOurs(name, created, e)) {
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
        if (sent && S3Failures.isWorthRepeating(e) && attempts.mayFollow(e)) {
          pause(attempts.failed(), S3Failures.isThrottled(e), name);
          continue;
        }
        if (!uncertain) {
          throw failures.failed(method, name, e, true);
        }
        if (isOurs(name, created, e)) {
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
  private boolean isThereAlready(ObjectName name, Created created, boolean uncertain) {
    HeadObjectResponse there;
    try {
      there = head(name);
    } catch (SdkException e) {
      throw failures.failed("HEAD", name, e, !uncertain);
    }
    if (there == null) {
      return false;
    }
    if (uncertain && isOurs(name, created, there, null)) {
      return true;
    }
    throw taken(name, null);
  }

  /**
   * Whether the object that is there now was made by these attempts.
   *
   * @throws StorageException if nobody can know: there is none, or the store does not answer
   */
  private boolean isOurs(ObjectName name, Created created, SdkException cause) {
    HeadObjectResponse there;
    try {
      there = head(name);
    } catch (SdkException e) {
      cause.addSuppressed(e);
      throw unknown(name, created, cause, "the store could not be asked: " + failures.described(e));
    }
    if (there == null) {
      throw unknown(name, created, cause, "it is not there now, but may still come");
    }
    return isOurs(name, created, there, cause);
  }

  /**
   * Whether an object was made by these attempts.
   *
   * @throws StorageException if it has no token and nobody can know
   */
  private boolean isOurs(
      ObjectName name, Created created, HeadObjectResponse there, @Nullable SdkException cause) {
    String found = there.metadata().get(TOKEN);
    if (found != null) {
      return found.equals(created.token());
    }
    if (created.size() >= 0 && !Long.valueOf(created.size()).equals(there.contentLength())) {
      return false;
    }
    if (created.md5() != null && ("\"" + created.md5().get() + "\"").equals(there.eTag())) {
      return true;
    }
    throw unknown(name, created, cause, "there is one without a token");
  }

  private static String md5(byte[] bytes, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      digest.update(bytes, 0, length);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
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
      ObjectName name, Created created, @Nullable SdkException cause, String why) {
    String message =
        "whether %s was created is not known (%s): if it is there later, with %s=%s among its"
                .formatted(name, why, TOKEN, created.token())
            + " metadata, it was.";
    if (cause == null) {
      return new StorageException(message, name.toString(), null, true);
    }
    AzulejoException failure = failures.failed("PUT", name, cause);
    return new StorageException(
        message + " " + failure.getMessage(), name.toString(), failure.getCause(), true);
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
  private void pause(int failed, boolean throttled, ObjectName name) {
    Duration first = throttled ? S3Connection.throttled(options.firstDelay) : options.firstDelay;
    long longest =
        Math.min(S3Connection.MAX_DELAY.toMillis(), first.toMillis() << Math.min(failed - 1, 20));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(longest + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException(
          "interrupted before " + name + " was created, or known to be", name.toString(), e, true);
    }
  }
}
