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
 * A classified failure of a request to an object store. From the kind, {@link ObjectStorage}
 * decides whether to repeat the request and which exception of {@code io.azulejo.error} the caller
 * gets. An {@link ObjectClient} either throws it, or throws its own exceptions and translates them
 * in {@link ObjectClient#failure}.
 */
public final class ObjectFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The meaning of a failure for the request. */
  public enum Kind {
    /** The object does not exist. */
    MISSING(false, true),
    /** The container (bucket) does not exist. */
    NO_CONTAINER(false, true),
    /** The store refused to create the object because the name is taken. */
    TAKEN(false, true),
    /**
     * The parts of an upload are gone. Some stores drop them when another object takes the name.
     */
    UPLOAD_GONE(false, true),
    /** The store cannot refuse a taken name, because it does not know the condition. */
    UNCONDITIONAL(false, true),
    /** The store does not know requests of this kind, or cannot carry out this one. */
    UNSUPPORTED(false, true),
    /** The store refused the request, and would refuse it again. */
    REFUSED(false, true),
    /** The client failed before it sent the request, for example without credentials. */
    UNSENT(false, true),
    /** The store did nothing, and the same request may succeed later. */
    UNAVAILABLE(true, true),
    /** The store did nothing and asks for fewer requests. The next attempt waits longer. */
    THROTTLED(true, true),
    /** The answer is lost or unclear: the store may have carried out the request. */
    UNCERTAIN(true, false),
    /** As {@link #UNCERTAIN}, but must not be repeated, for example after an interruption. */
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

    /** Returns whether the store certainly changed nothing and will change nothing later. */
    public boolean isWithoutEffect() {
      return withoutEffect;
    }
  }

  /** Exceptions that mean that the store was not reached. */
  private static final List<Class<? extends Exception>> UNREACHED =
      List.of(
          ConnectException.class,
          UnknownHostException.class,
          UnresolvedAddressException.class,
          NoRouteToHostException.class,
          SSLHandshakeException.class);

  private final Kind kind;
  private final String advice;

  /** The number of times that the request was sent. */
  private int attempts = 1;

  /** Creates a failure without advice or cause. */
  public ObjectFailure(Kind kind, String description) {
    this(kind, description, "", null);
  }

  /**
   * Creates a failure.
   *
   * @param kind the meaning for the request
   * @param description the words of the store or the client, as part of a sentence
   * @param advice a remedy for the user, appended unchanged to the message; may be empty
   * @param cause the underlying exception, which becomes the cause of the caller's exception
   */
  public ObjectFailure(Kind kind, String description, String advice, @Nullable Throwable cause) {
    super(description, cause);
    this.kind = kind;
    this.advice = advice;
  }

  /**
   * Classifies an exception thrown instead of an answer, considering its causes, too. Returns
   * {@link Kind#UNAVAILABLE} if the store was not reached, {@link Kind#FAILED} after an
   * interruption, {@link Kind#UNCERTAIN} after an I/O failure or a timeout, and {@link Kind#UNSENT}
   * otherwise.
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

  /** Returns whether an exception means that the store was not reached. */
  public static boolean isUnreached(Throwable thrown) {
    return UNREACHED.stream().anyMatch(type -> isCausedBy(thrown, type));
  }

  /** Returns whether an exception or one of its causes has a type. */
  public static boolean isCausedBy(Throwable thrown, Class<? extends Throwable> type) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (type.isInstance(t)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the messages of an exception and its causes, without repetitions. */
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

  /** Returns the meaning of the failure for the request. */
  public Kind kind() {
    return kind;
  }

  /** Returns a remedy for the user; may be empty. */
  public String advice() {
    return advice;
  }

  /** Returns the store's or client's words, and the number of attempts if there were several. */
  String description() {
    return getMessage() + (attempts > 1 ? ", after " + attempts + " attempts" : "");
  }

  /** Records the number of attempts and returns this failure. */
  ObjectFailure after(int count) {
    attempts = count;
    return this;
  }

  /** Returns the cause if there is one, otherwise this failure. */
  Throwable origin() {
    return getCause() == null ? this : getCause();
  }
}
