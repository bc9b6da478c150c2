package io.azulejo.azure;

import com.azure.storage.blob.models.BlobProperties;
import com.azure.storage.blob.models.BlobRequestConditions;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.Attempts;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Lets a blob appear under its name, unless that is taken, which the store refuses by a condition.
 * It has to be known what became of each attempt: one whose answer was lost may have succeeded, and
 * the next one is then told that the name is taken, by ourselves. So each blob has a random token
 * among its metadata, by which its own maker knows it.
 */
final class Publication {
  /** The name of the token among the metadata, where Azure takes only identifiers. */
  static final String TOKEN = "azulejo_token";

  private final AzureConnection connection;
  private final Requests requests;
  private final AzureFailures failures;

  Publication(AzureConnection connection, Requests requests, AzureFailures failures) {
    this.connection = connection;
    this.requests = requests;
    this.failures = failures;
  }

  /** Metadata with a new token. */
  static Map<String, String> newToken() {
    return Map.of(TOKEN, UUID.randomUUID().toString());
  }

  /** The condition that nothing has the name. */
  static BlobRequestConditions absent() {
    return new BlobRequestConditions().setIfNoneMatch("*");
  }

  /**
   * Repeats an attempt until its outcome is known, or the attempts are used up.
   *
   * @param method of the request, for messages
   * @param metadata what the blob gets, with its token
   * @param attempt one request, with the condition {@link #absent}
   * @throws AlreadyExistsException if the name was taken by somebody else
   * @throws StorageException as {@link io.azulejo.storage.Storage#createExclusive} says
   */
  void publish(String method, BlobName name, Map<String, String> metadata, Runnable attempt) {
    boolean uncertain = false;
    Attempts attempts = requests.attempts();
    while (true) {
      try {
        attempt.run();
        return;
      } catch (AzureStorage.CannotCopy e) {
        throw e;
      } catch (RuntimeException e) {
        uncertain |= !AzureFailures.changesNothing(e);
        if (AzureFailures.isTaken(e)) {
          if (uncertain && isOurs(method, name, metadata, e)) {
            return;
          }
          throw taken(name, e);
        }
        if (areBlocksGone(e) && isTaken(name)) {
          if (uncertain && isOurs(method, name, metadata, e)) {
            return;
          }
          throw taken(name, e);
        }
        if (AzureFailures.isWorthRepeating(e) && attempts.mayFollow(e)) {
          requests.pause(attempts, name);
          continue;
        }
        if (!uncertain) {
          throw failures.failed(method, name, e, true);
        }
        if (isOurs(method, name, metadata, e)) {
          return;
        }
        throw taken(name, e);
      }
    }
  }

  /**
   * Whether blocks are not there: as soon as a blob appears, the store drops those of all others.
   */
  private static boolean areBlocksGone(RuntimeException e) {
    return AzureFailures.code(e).equals("InvalidBlockList");
  }

  private boolean isTaken(BlobName name) {
    try {
      return properties(name) != null;
    } catch (RuntimeException e) {
      throw failures.failed("HEAD", name, e);
    }
  }

  /**
   * Whether the blob that is there now was made by these attempts.
   *
   * @throws StorageException if nobody can know: there is none, or the store does not answer
   */
  private boolean isOurs(
      String method, BlobName name, Map<String, String> metadata, RuntimeException cause) {
    String token = metadata.get(TOKEN);
    BlobProperties there;
    try {
      there = properties(name);
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
      throw unknown(
          method, name, token, cause, "the store could not be asked: " + failures.described(e));
    }
    if (there == null) {
      throw unknown(method, name, token, cause, "it is not there now, but may still come");
    }
    return token != null && token.equals(there.getMetadata().get(TOKEN));
  }

  private @Nullable BlobProperties properties(BlobName name) {
    try {
      return requests.send(name, () -> connection.blob(name).getProperties());
    } catch (RuntimeException e) {
      if (AzureFailures.isMissingBlob(e)) {
        return null;
      }
      throw e;
    }
  }

  private AzulejoException unknown(
      String method, BlobName name, @Nullable String token, RuntimeException cause, String why) {
    AzulejoException failure = failures.failed(method, name, cause);
    return new StorageException(
        "whether %s was created is not known (%s): if it is there later, with %s=%s among its"
                .formatted(name, why, TOKEN, token)
            + " metadata, it was. "
            + failure.getMessage(),
        name.toString(),
        failure.getCause(),
        true);
  }

  private AlreadyExistsException taken(BlobName name, RuntimeException cause) {
    return new AlreadyExistsException(
        "there is a file " + name + " already", name.toString(), failures.shown(cause));
  }
}
