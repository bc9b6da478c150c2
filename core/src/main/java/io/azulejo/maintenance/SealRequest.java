package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import java.util.Objects;

/** How an array or a group is sealed. Immutable. */
public final class SealRequest {
  /** A first seal: one that is there is not replaced. */
  public static final SealRequest DEFAULT = new SealRequest(false, Progress.NONE);

  private final boolean replacing;
  private final Progress progress;

  private SealRequest(boolean replacing, Progress progress) {
    this.replacing = replacing;
    this.progress = Objects.requireNonNull(progress, "progress");
  }

  /** The same, but a seal that is there is replaced. */
  public SealRequest replacing() {
    return new SealRequest(true, progress);
  }

  /** The same, but somebody is told how far it is, in bytes of files. */
  public SealRequest progress(Progress listener) {
    return new SealRequest(replacing, listener);
  }

  /** Whether a seal that is there is replaced. */
  public boolean isReplacing() {
    return replacing;
  }

  /** Who is told how far it is. */
  public Progress progress() {
    return progress;
  }
}
