package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import java.util.Objects;

/** What {@link io.azulejo.Maintenance#verify} looks at. Immutable. */
public final class VerifyRequest {
  /** All structures, not the tiles; of groups the members too. */
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
   * The same, but every tile of every field is decoded too: its checksums, and its cells against
   * their boxes, their order and their statistics.
   */
  public VerifyRequest deep() {
    return new VerifyRequest(true, sealed, withoutMembers, progress);
  }

  /**
   * The same, but all files are compared with the seal, too. Without a seal the verification fails
   * with a {@link io.azulejo.error.NotFoundException}.
   */
  public VerifyRequest sealed() {
    return new VerifyRequest(deep, true, withoutMembers, progress);
  }

  /** The same, but of groups the members are only looked for, not verified. */
  public VerifyRequest withoutMembers() {
    return new VerifyRequest(deep, sealed, true, progress);
  }

  /** The same with a listener to how many bytes of files are done, of how many. */
  public VerifyRequest progress(Progress listener) {
    return new VerifyRequest(deep, sealed, withoutMembers, listener);
  }

  /** Whether tiles are decoded. */
  public boolean isDeep() {
    return deep;
  }

  /** Whether files are compared with the seal. */
  public boolean isSealed() {
    return sealed;
  }

  /** Whether members of groups are only looked for, not verified. */
  public boolean isWithoutMembers() {
    return withoutMembers;
  }

  /** Listens to how many bytes of files are done; {@link Progress#NONE} by default. */
  public Progress progress() {
    return progress;
  }
}
