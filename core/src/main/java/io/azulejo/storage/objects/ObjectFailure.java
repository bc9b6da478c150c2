package io.azulejo.storage.objects;

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
