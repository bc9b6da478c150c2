package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import java.util.Objects;

/** The options of {@link io.azulejo.Maintenance#verify}. Immutable. */
public final class VerifyRequest {
  /** Checks all structures except the contents of tiles. Also verifies the members of groups. */
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
   * Returns a copy of this request that also decodes every tile of every field. It verifies
   * checksums, and compares the cells with their bounding boxes, their order and their statistics.
   */
  public VerifyRequest deep() {
    return new VerifyRequest(true, sealed, withoutMembers, progress);
  }

  /**
   * Returns a copy of this request that also compares all files with the seal. If the array or
   * group has no seal, the verification fails with a {@link io.azulejo.error.NotFoundException}.
   */
  public VerifyRequest sealed() {
    return new VerifyRequest(deep, true, withoutMembers, progress);
  }

  /**
   * Returns a copy of this request that checks only the existence of a group's members, and does
   * not verify them.
   */
  public VerifyRequest withoutMembers() {
    return new VerifyRequest(deep, sealed, true, progress);
  }

  /**
   * Returns a copy of this request with a listener. The listener receives the number of bytes
   * processed so far and the total number of bytes.
   */
  public VerifyRequest progress(Progress listener) {
    return new VerifyRequest(deep, sealed, withoutMembers, listener);
  }

  /** Returns whether every tile is decoded. */
  public boolean isDeep() {
    return deep;
  }

  /** Returns whether all files are compared with the seal. */
  public boolean isSealed() {
    return sealed;
  }

  /** Returns whether group members are checked only for existence. */
  public boolean isWithoutMembers() {
    return withoutMembers;
  }

  /** Returns the listener for the number of bytes processed (default: {@link Progress#NONE}). */
  public Progress progress() {
    return progress;
  }
}
