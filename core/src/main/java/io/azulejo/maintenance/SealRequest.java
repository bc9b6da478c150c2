package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import java.util.Objects;

/** The options of {@link io.azulejo.Maintenance#seal}. Immutable. */
public final class SealRequest {
  /** Makes a first seal, which later changes do not update; does not replace an existing seal. */
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

  /** Returns this request with an existing seal replaced: the present files are sealed. */
  public SealRequest replaced() {
    return new SealRequest(true, kept, gathered, progress);
  }

  /**
   * Returns this request for a seal that changes of the array keep up to date. Each change by an
   * engine such as this one records the files that it creates and deletes.
   */
  public SealRequest kept() {
    return new SealRequest(replaced, true, gathered, progress);
  }

  /**
   * Returns this request for gathering only: additions of changes to a seal that is kept up to date
   * are collected in one file. No file of the array is read.
   */
  public SealRequest gathered() {
    return new SealRequest(replaced, kept, true, progress);
  }

  /** Returns this request with a listener for the number of bytes processed and their total. */
  public SealRequest progress(Progress listener) {
    return new SealRequest(replaced, kept, gathered, listener);
  }

  /** Returns whether an existing seal is replaced. */
  public boolean isReplaced() {
    return replaced;
  }

  /** Returns whether changes keep the seal up to date. */
  public boolean isKept() {
    return kept;
  }

  /** Returns whether only the additions of changes are gathered. */
  public boolean isGathered() {
    return gathered;
  }

  /** Returns the listener for the number of bytes processed (default: {@link Progress#NONE}). */
  public Progress progress() {
    return progress;
  }
}
