package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import java.util.Objects;

/** What {@link io.azulejo.Maintenance#seal} does with a seal. Immutable. */
public final class SealRequest {
  /** A first seal, made once: one that is there is not replaced. */
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

  /** The same, but a seal that is there is replaced: what is there now is what is sealed. */
  public SealRequest replaced() {
    return new SealRequest(true, kept, gathered, progress);
  }

  /**
   * The same, but of an array a seal that changes keep up to date: each change that is made by an
   * engine like this one adds what it creates, and notes what it deletes.
   */
  public SealRequest kept() {
    return new SealRequest(replaced, true, gathered, progress);
  }

  /**
   * The same, but nothing is sealed anew: what changes have added to a seal that is kept up to date
   * is gathered in one file. No file of the array is read.
   */
  public SealRequest gathered() {
    return new SealRequest(replaced, kept, true, progress);
  }

  /** The same with a listener to how many bytes of files are done, of how many. */
  public SealRequest progress(Progress listener) {
    return new SealRequest(replaced, kept, gathered, listener);
  }

  /** Whether a seal that is there is replaced. */
  public boolean isReplaced() {
    return replaced;
  }

  /** Whether changes keep the seal up to date. */
  public boolean isKept() {
    return kept;
  }

  /** Whether what changes have added is gathered, and nothing else done. */
  public boolean isGathered() {
    return gathered;
  }

  /** Listens to how many bytes of files are done; {@link Progress#NONE} by default. */
  public Progress progress() {
    return progress;
  }
}
