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
 * Creates objects whose names must be free. If the response to an attempt is lost, the attempt may
 * have succeeded, and the next attempt finds that the name is taken by this very object. Therefore
 * the metadata of each object contain a random token by which its creator recognizes it. If a store
 * drops metadata, the size and the MD5 digest decide.
 */
final class Publication {
  /**
   * The object to create.
   *
   * @param token random token that identifies the object's creator
   * @param size size in bytes; -1 if unknown
   * @param md5 computes the MD5 digest of the content in hexadecimal; null if unknown
   */
  record Created(String token, long size, @Nullable Supplier<String> md5) {
    /** Creates an object with a new token whose content is not known yet. */
    static Created unseen() {
      return new Created(UUID.randomUUID().toString(), -1, null);
    }

    /** Returns a copy whose content is the start of an array. */
    Created of(byte[] bytes, int length) {
      return new Created(token, length, () -> Publication.md5(bytes, length));
    }

    /** Returns a copy with a size in bytes but without a digest. */
    Created of(long bytes) {
      return new Created(token, bytes, null);
    }
  }

  private final ObjectClient client;
  private final Requests requests;

  /** Whether the store rejects taken names, as far as is known. */
  private volatile boolean conditional;

  Publication(ObjectClient client, Requests requests) {
    this.client = client;
    this.requests = requests;
    this.conditional = client.createsConditionally();
  }

  Map<String, String> metadata(Created created) {
    return Map.of(client.tokenName(), created.token());
  }

  /**
   * Creates an object with one request, which is repeated until its outcome is known.
   *
   * @param content array that begins with the object's content; must not be changed
   * @param length size of the object in bytes
   */
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
   * Repeats an attempt until its outcome is known or the limit of attempts is reached.
   *
   * @param kind kind of the request
   * @param conditionable whether the store can execute this request on the condition that the name
   *     is free
   * @param attempt sends one request
   * @throws AlreadyExistsException if another caller has taken the name
   * @throws StorageException in the cases of {@link io.azulejo.storage.Storage#createExclusive}
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
   * Repeats an attempt like {@link #publish}, but returns a failure that had no effect.
   *
   * @return the reason why nothing was created and nothing will appear later, or empty if the
   *     object was created
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
   * Returns whether an earlier attempt has created the object, although its response was lost.
   *
   * @param uncertain whether the outcome of an earlier attempt is unknown
   * @throws AlreadyExistsException if another caller has taken the name
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
   * Returns whether one of the attempts created the object that exists now.
   *
   * @throws StorageException if this cannot be determined, because the object does not exist or the
   *     store does not respond
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
   * Returns whether one of the attempts created an object.
   *
   * @param there properties of the object
   * @throws StorageException if the object has no token and its size and digest do not decide
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
