package io.azulejo.storage.objects;

import static io.azulejo.storage.objects.RequestCounts.Kind.HEAD;
import static io.azulejo.storage.objects.RequestCounts.Kind.PUT;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.objects.ObjectClient.Info;
import io.azulejo.storage.objects.ObjectClient.Target;
import io.azulejo.storage.objects.ObjectFailure.Kind;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates objects under free names. If the answer to an attempt is lost, the attempt may have
 * succeeded, and the next one finds the name taken by this very object. Therefore each object has a
 * random token in its metadata, by which its creator recognizes it. If a store drops metadata, size
 * and MD5 decide.
 */
final class Publication {
  /**
   * The object to create.
   *
   * @param token its random token
   * @param size its size in bytes; -1 if unknown
   * @param md5 computes the digest of its bytes; null if unknown
   */
  record Created(String token, long size, @Nullable Supplier<String> md5) {
    /** Returns an object with a new token and unknown content. */
    static Created unseen() {
      return new Created(UUID.randomUUID().toString(), -1, null);
    }

    /** Returns the object with the start of an array as its content. */
    Created of(byte[] bytes, int length) {
      return new Created(token, length, () -> Publication.md5(bytes, length));
    }

    /** Returns the object with a size in bytes. */
    Created of(long bytes) {
      return new Created(token, bytes, null);
    }
  }

  private final ObjectClient client;
  private final Requests requests;

  /** Whether the store seems to refuse taken names. */
  private volatile boolean conditional;

  Publication(ObjectClient client, Requests requests) {
    this.client = client;
    this.requests = requests;
    this.conditional = client.createsConditionally();
  }

  Map<String, String> metadata(Created created) {
    return Map.of(client.tokenName(), created.token());
  }

  /** Creates an object with one request, repeated until its outcome is known. */
  void put(ObjectName name, Created created, byte[] content, int length) {
    publish(
        PUT,
        name,
        created.of(content, length),
        true,
        target -> {
          requests.counts().written(length);
          client.put(target, content, length);
        });
  }

  /**
   * Repeats an attempt until its outcome is known or the attempts are used up.
   *
   * @param conditionable whether the store can make this request conditional on a free name
   * @param attempt sends one request
   * @throws AlreadyExistsException if another caller has the name
   * @throws StorageException as specified by {@link io.azulejo.storage.Storage#createExclusive}
   */
  void publish(
      RequestCounts.Kind kind,
      ObjectName name,
      Created created,
      boolean conditionable,
      Consumer<Target> attempt) {
    Optional<ObjectFailure> refused = tryPublish(kind, name, created, conditionable, attempt);
    if (refused.isPresent()) {
      throw requests.failed(kind, name, refused.get(), true);
    }
  }

  /**
   * Repeats an attempt like {@link #publish}.
   *
   * @return why nothing was created and nothing will appear later; empty if the object was created
   */
  Optional<ObjectFailure> tryPublish(
      RequestCounts.Kind kind,
      ObjectName name,
      Created created,
      boolean conditionable,
      Consumer<Target> attempt) {
    boolean uncertain = false;
    boolean asked = false;
    Attempts attempts = requests.attempts();
    while (true) {
      boolean condition = conditional && conditionable;
      try {
        if (!condition && !asked) {
          if (alreadyExists(name, created, uncertain)) {
            return Optional.empty();
          }
          asked = true;
        }
        requests.once(
            kind,
            name,
            attempts.failed() > 0,
            () -> {
              attempt.accept(Target.of(name, metadata(created), condition));
              return true;
            },
            Function.identity());
        return Optional.empty();
      } catch (ObjectFailure e) {
        e.after(attempts.failed() + 1);
        uncertain |= !e.kind().isWithoutEffect();
        if (e.kind() == Kind.TAKEN || (e.kind() == Kind.UPLOAD_GONE && exists(name))) {
          if (uncertain && isOurs(kind, name, created, e)) {
            return Optional.empty();
          }
          throw requests.taken(name, e);
        }
        if (condition && e.kind() == Kind.UNCONDITIONAL) {
          conditional = false;
          continue;
        }
        if (e.kind().isRepeatable() && attempts.mayFollow(e)) {
          requests.pause(kind, name, attempts, e);
          continue;
        }
        if (!uncertain) {
          return Optional.of(e);
        }
        if (isOurs(kind, name, created, e)) {
          return Optional.empty();
        }
        throw requests.taken(name, e);
      }
    }
  }

  private boolean exists(ObjectName name) {
    try {
      return requests.find(name).isPresent();
    } catch (ObjectFailure e) {
      throw requests.failed(HEAD, name, e);
    }
  }

  /**
   * Returns whether an earlier attempt has succeeded after all.
   *
   * @throws AlreadyExistsException if another caller has the name
   */
  private boolean alreadyExists(ObjectName name, Created created, boolean uncertain) {
    Optional<Info> there;
    try {
      there = requests.find(name);
    } catch (ObjectFailure e) {
      throw requests.failed(HEAD, name, e, !uncertain);
    }
    if (there.isEmpty()) {
      return false;
    }
    if (uncertain && isOurs(HEAD, name, created, there.get(), null)) {
      return true;
    }
    throw requests.taken(name, null);
  }

  /**
   * Returns whether these attempts created the present object.
   *
   * @throws StorageException if that cannot be known: the object does not exist, or the store does
   *     not answer
   */
  private boolean isOurs(
      RequestCounts.Kind kind, ObjectName name, Created created, ObjectFailure cause) {
    Optional<Info> there;
    try {
      there = requests.find(name);
    } catch (ObjectFailure e) {
      cause.origin().addSuppressed(e.origin());
      throw unknown(kind, name, created, cause, "the check failed: " + e.description());
    }
    if (there.isEmpty()) {
      throw unknown(kind, name, created, cause, "it does not exist now, but may still appear");
    }
    return isOurs(kind, name, created, there.get(), cause);
  }

  /**
   * Returns whether these attempts created an object.
   *
   * @throws StorageException if it has no token and its content does not decide
   */
  private boolean isOurs(
      RequestCounts.Kind kind,
      ObjectName name,
      Created created,
      Info there,
      @Nullable ObjectFailure cause) {
    String found = there.metadata().get(client.tokenName());
    if (found != null) {
      return found.equals(created.token());
    }
    if (created.size() >= 0 && created.size() != there.size()) {
      return false;
    }
    if (created.md5() != null && ("\"" + created.md5().get() + "\"").equals(there.version())) {
      return true;
    }
    throw unknown(kind, name, created, cause, "an object without a token exists");
  }

  private AzulejoException unknown(
      RequestCounts.Kind kind,
      ObjectName name,
      Created created,
      @Nullable ObjectFailure cause,
      String why) {
    String message =
        requests.redacted(
            ("it is not known whether %s was created (%s). If it exists later with %s=%s in its"
                    + " metadata, it was created.")
                .formatted(name, why, client.tokenName(), created.token()));
    if (cause == null) {
      return new StorageException(message, name.toString(), null, true);
    }
    AzulejoException failure = requests.failed(kind, name, cause);
    return new StorageException(
        message + " " + failure.getMessage(), name.toString(), failure.getCause(), true);
  }

  private static String md5(byte[] bytes, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      digest.update(bytes, 0, length);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has MD5", e);
    }
  }
}
