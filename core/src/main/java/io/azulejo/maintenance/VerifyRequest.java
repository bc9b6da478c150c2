package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import java.util.Objects;

/** The options of {@link io.azulejo.Maintenance#verify}. Immutable. */
public final class VerifyRequest {
  /** Checks all structures but not the tiles; checks the members of groups, too. */
  public static final VerifyRequest DEFAULT = new VerifyRequest(false, false, false, Progress.NONE);

  private final boolean deep;
  private final boolean sealed;
  private final boolean withoutMembers;
  private final Progress progress;

  private VerifyRequest(boolean deep, boolean sealed, boolean withoutMembers, Progress progress) {
    this.deep = deep;
    this.sealed = sealed;
    this.withoutMembers = withoutMembers;
    this.progress = Objects.requireNonNull(progress, "progress");
  }

  /**
   * Returns this request with every tile of every field decoded: verifies checksums, and compares
   * cells with their boxes, order and statistics.
   */
  public VerifyRequest deep() {
    return new VerifyRequest(true, sealed, withoutMembers, progress);
  }

  /**
   * Returns this request with all files compared with the seal. Without a seal, the verification
   * fails with a {@link io.azulejo.error.NotFoundException}.
   */
  public VerifyRequest sealed() {
    return new VerifyRequest(deep, true, withoutMembers, progress);
  }

  /** Returns this request with members of groups only located, not verified. */
  public VerifyRequest withoutMembers() {
    return new VerifyRequest(deep, sealed, true, progress);
  }

  /** Returns this request with a listener for the number of bytes processed and their total. */
  public VerifyRequest progress(Progress listener) {
    return new VerifyRequest(deep, sealed, withoutMembers, listener);
  }

  /** Returns whether tiles are decoded. */
  public boolean isDeep() {
    return deep;
  }

  /** Returns whether files are compared with the seal. */
  public boolean isSealed() {
    return sealed;
  }

  /** Returns whether members of groups are only located, not verified. */
  public boolean isWithoutMembers() {
    return withoutMembers;
  }

  /** Returns the listener for the number of bytes processed (default: {@link Progress#NONE}). */
  public Progress progress() {
    return progress;
  }
}
