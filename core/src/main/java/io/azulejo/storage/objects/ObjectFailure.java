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
 * A failed request to an object store, classified. {@link ObjectStorage} decides by the kind
 * whether it repeats the request, and which exception of {@code io.azulejo.error} the caller gets.
 * An {@link ObjectClient} either throws it, or throws exceptions of its own and translates them in
 * {@link ObjectClient#failure}.
 */
public final class ObjectFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What a failure means for the request. */
  public enum Kind {
    /** The object does not exist. */
    MISSING(false, true),
    /** The container (bucket) does not exist. */
    NO_CONTAINER(false, true),
    /** The store refused to create the object because the name is taken. */
    TAKEN(false, true),
    /**
     * The parts of an upload are gone. Some stores drop them when another writer's object takes the
     * name.
     */
    UPLOAD_GONE(false, true),
    /** The store cannot refuse a name that is taken: it does not know the condition. */
    UNCONDITIONAL(false, true),
    /** The store does not know requests of this kind, or cannot carry out this one. */
    UNSUPPORTED(false, true),
    /** The store refused the request, and would refuse it again. */
    REFUSED(false, true),
    /**
     * The client failed before it sent the request, for example because credentials are missing.
     */
    UNSENT(false, true),
    /** The store did nothing, and the same request may succeed later. */
    UNAVAILABLE(true, true),
    /** The store did nothing and asks for fewer requests. The next attempt waits longer. */
    THROTTLED(true, true),
    /** The answer is lost or unclear: the store may have carried out the request. */
    UNCERTAIN(true, false),
    /**
     * As {@link #UNCERTAIN}, but the request must not be repeated, for example when interrupted.
     */
    FAILED(false, false);

    private final boolean repeatable;
    private final boolean withoutEffect;

    Kind(boolean repeatable, boolean withoutEffect) {
      this.repeatable = repeatable;
      this.withoutEffect = withoutEffect;
    }

    /** Whether the same request may succeed when it is sent again. */
    public boolean isRepeatable() {
      return repeatable;
    }

    /** Whether the store is known to have changed nothing, and to change nothing later. */
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

  /** How often the request was sent. */
  private int attempts = 1;

  /** A failure without advice and without a cause. */
  public ObjectFailure(Kind kind, String description) {
    this(kind, description, "", null);
  }

  /**
   * A failure.
   *
   * @param kind what it means for the request
   * @param description what the store or the client says, as a part of a sentence
   * @param advice what the user can try, added to the end of the message as it is; may be empty
   * @param cause the exception behind it, which becomes the cause of the caller's exception
   */
  public ObjectFailure(Kind kind, String description, String advice, @Nullable Throwable cause) {
    super(description, cause);
    this.kind = kind;
    this.advice = advice;
  }

  /**
   * The kind of an exception that came instead of an answer: {@link Kind#UNAVAILABLE} if the store
   * was not reached, {@link Kind#FAILED} after an interruption, {@link Kind#UNCERTAIN} if input or
   * output failed or took too long, else {@link Kind#UNSENT}. The causes of the exception decide,
   * too.
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

  /** Whether an exception means that the store was not reached. */
  public static boolean isUnreached(Throwable thrown) {
    return UNREACHED.stream().anyMatch(type -> isCausedBy(thrown, type));
  }

  /** Whether an exception, or one of its causes, is of a type. */
  public static boolean isCausedBy(Throwable thrown, Class<? extends Throwable> type) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (type.isInstance(t)) {
        return true;
      }
    }
    return false;
  }

  /** The messages of an exception and of its causes, without repetitions. */
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

  /** What the failure means for the request. */
  public Kind kind() {
    return kind;
  }

  /** What the user can try; may be empty. */
  public String advice() {
    return advice;
  }

  /** What the store or the client says, and the number of attempts if there were several. */
  String description() {
    return getMessage() + (attempts > 1 ? ", after " + attempts + " attempts" : "");
  }

  /** The same failure, which came after so many attempts. */
  ObjectFailure after(int count) {
    attempts = count;
    return this;
  }

  /** The exception behind it: the cause if there is one, else this. */
  Throwable origin() {
    return getCause() == null ? this : getCause();
  }
}
