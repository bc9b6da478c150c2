package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import java.util.Objects;

/** The options of {@link io.azulejo.Maintenance#seal}. Immutable. */
public final class SealRequest {
  /** Creates a seal that later changes do not update. Fails if a seal exists. */
  public static final SealRequest DEFAULT = new SealRequest(false, false, false, Progress.NONE);

  private final boolean replaced;
  private final boolean kept;
  private final boolean gathered;
  private final Progress progress;

  private SealRequest(boolean replaced, boolean kept, boolean gathered, Progress progress) {
    this.replaced = replaced;
    this.kept = kept;
    this.gathered = gathered;
    this.progress = Objects.requireNonNull(progress, "progress");
  }

  /**
   * Returns a copy of this request that replaces an existing seal by a seal of the current files.
   */
  public SealRequest replaced() {
    return new SealRequest(true, kept, gathered, progress);
  }

  /**
   * Returns a copy of this request that creates a seal which changes to the array keep up to date.
   * Every engine that supports seals records the files that its changes create and delete.
   */
  public SealRequest kept() {
    return new SealRequest(replaced, true, gathered, progress);
  }

  /**
   * Returns a copy of this request that only gathers a seal that is kept up to date: it merges the
   * records of single changes into one file. Files of the array are not read.
   */
  public SealRequest gathered() {
    return new SealRequest(replaced, kept, true, progress);
  }

  /**
   * Returns a copy of this request with a listener. The listener receives the number of bytes
   * processed so far and the total number of bytes.
   */
  public SealRequest progress(Progress listener) {
    return new SealRequest(replaced, kept, gathered, listener);
  }

  /** Returns whether an existing seal is replaced. */
  public boolean isReplaced() {
    return replaced;
  }

  /** Returns whether changes keep the new seal up to date. */
  public boolean isKept() {
    return kept;
  }

  /** Returns whether the records of changes are only gathered, without creating a seal. */
  public boolean isGathered() {
    return gathered;
  }

  /** Returns the listener for the number of bytes processed (default: {@link Progress#NONE}). */
  public Progress progress() {
    return progress;
  }
}
