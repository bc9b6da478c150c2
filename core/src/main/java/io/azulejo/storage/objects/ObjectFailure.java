package io.azulejo.storage.objects;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * A classified failure of a request to an object store. The kind tells {@link ObjectStorage}
 * whether to repeat the request and which exception of {@code io.azulejo.error} to throw. An {@link
 * ObjectClient} either throws this exception directly, or throws other exceptions and translates
 * them in {@link ObjectClient#failure}.
 */
public final class ObjectFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The consequence of a failure for the request. */
  public enum Kind {
    /** The object does not exist. */
    MISSING(false, true),
    /** The container (bucket) does not exist. */
    NO_CONTAINER(false, true),
    /** The store did not create the object, because the name is taken. */
    TAKEN(false, true),
    /**
     * The parts of an upload no longer exist. Some stores drop them when another object takes the
     * name.
     */
    UPLOAD_GONE(false, true),
    /** The store does not support the condition that the name must be free. */
    UNCONDITIONAL(false, true),
    /** The store does not support requests of this kind, or cannot execute this one. */
    UNSUPPORTED(false, true),
    /** The store rejected the request and would reject it again. */
    REFUSED(false, true),
    /** The client failed before it sent the request, for example without credentials. */
    UNSENT(false, true),
    /** The store did nothing, and the same request may succeed later. */
    UNAVAILABLE(true, true),
    /**
     * The store did nothing and asks for fewer requests. The delay before the next attempt is
     * longer.
     */
    THROTTLED(true, true),
    /** The response was lost or is unclear, so the store may have executed the request. */
    UNCERTAIN(true, false),
    /**
     * The outcome is as unclear as for {@link #UNCERTAIN}, but the request must not be repeated,
     * for example after an interruption.
     */
    FAILED(false, false);

    private final boolean repeatable;
    private final boolean withoutEffect;

    Kind(boolean repeatable, boolean withoutEffect) {
      this.repeatable = repeatable;
      this.withoutEffect = withoutEffect;
    }

    /** Returns whether the same request may succeed if it is sent again. */
    public boolean isRepeatable() {
      return repeatable;
    }

    /** Returns whether the store definitely changed nothing and will change nothing later. */
    public boolean isWithoutEffect() {
      return withoutEffect;
    }
  }

  /** Exception types that show that the store was not reached. */
  private static final List<Class<? extends Exception>> UNREACHED =
      List.of(
          ConnectException.class,
          UnknownHostException.class,
          UnresolvedAddressException.class,
          NoRouteToHostException.class,
          SSLHandshakeException.class);

  private final Kind kind;
  private final String advice;

  /** Number of times that the request was sent. */
  private int attempts = 1;

  /**
   * Creates a failure without advice and without a cause.
   *
   * @param kind the consequence for the request
   * @param description the message of the store or the client, as part of a sentence
   */
  public ObjectFailure(Kind kind, String description) {
    this(kind, description, "", null);
  }

  /**
   * Creates a failure.
   *
   * @param kind the consequence for the request
   * @param description the message of the store or the client, as part of a sentence
   * @param advice a remedy for the user, appended unchanged to the message; may be empty
   * @param cause the underlying exception, which becomes the cause of the caller's exception; may
   *     be null
   */
  public ObjectFailure(Kind kind, String description, String advice, @Nullable Throwable cause) {
    super(description, cause);
    this.kind = kind;
    this.advice = advice;
  }

  /**
   * Classifies an exception that was thrown instead of a response. Causes are considered, too.
   *
   * @return {@link Kind#UNAVAILABLE} if the store was not reached, {@link Kind#FAILED} after an
   *     interruption, {@link Kind#UNCERTAIN} after an I/O failure or a timeout, otherwise {@link
   *     Kind#UNSENT}
   */
  public static Kind kindWithoutAnswer(Throwable thrown) {
    if (isCausedBy(thrown, InterruptedException.class)) {
      return Kind.FAILED;
    }
    if (isUnreached(thrown)) {
      return Kind.UNAVAILABLE;
    }
    return isCausedBy(thrown, IOException.class) || isCausedBy(thrown, TimeoutException.class)
        ? Kind.UNCERTAIN
        : Kind.UNSENT;
  }

  /** Returns whether an exception or one of its causes shows that the store was not reached. */
  public static boolean isUnreached(Throwable thrown) {
    return UNREACHED.stream().anyMatch(type -> isCausedBy(thrown, type));
  }

  /** Returns whether an exception or one of its causes is of the given type. */
  public static boolean isCausedBy(Throwable thrown, Class<? extends Throwable> type) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (type.isInstance(t)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the messages of an exception and its causes, without repetitions, separated by colons.
   */
  public static String messages(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    String last = "";
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      String message =
          t.getMessage() == null ? t.getClass().getSimpleName() : String.valueOf(t.getMessage());
      if (!last.contains(message)) {
        text.append(text.isEmpty() ? "" : ": ").append(message);
        last = message;
      }
    }
    return text.toString();
  }

  /** Returns the consequence of the failure for the request. */
  public Kind kind() {
    return kind;
  }

  /** Returns a remedy for the user, or an empty string. */
  public String advice() {
    return advice;
  }

  /**
   * Returns the message of the store or client, followed by the number of attempts if it exceeds 1.
   */
  String description() {
    return getMessage() + (attempts > 1 ? ", after " + attempts + " attempts" : "");
  }

  /** Sets the number of attempts after which the request failed, and returns this failure. */
  ObjectFailure after(int count) {
    attempts = count;
    return this;
  }

  /** Returns the underlying exception if there is one, otherwise this failure. */
  Throwable origin() {
    return getCause() == null ? this : getCause();
  }
}
