package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import java.util.Objects;

/** What {@link io.azulejo.Array#diff} shows of the cells that differ. Immutable. */
public final class DiffRequest {
  /** All cells; the first 20 that differ are shown. */
  public static final DiffRequest DEFAULT = new DiffRequest(20, Progress.NONE);

  private final int limit;
  private final Progress progress;

  private DiffRequest(int limit, Progress progress) {
    this.limit = limit;
    this.progress = progress;
  }

  /**
   * The same, with so many cells that differ to be shown at the most; all of them are counted.
   *
   * @param cells 0 or more; they are kept in memory
   */
  public DiffRequest limit(int cells) {
    if (cells < 0) {
      throw new InvalidRequestException(
          "a limit of %d cells to be shown: give 0 or more".formatted(cells));
    }
    return new DiffRequest(cells, progress);
  }

  /** The same with a listener to how many cells of the first array are compared, of how many. */
  public DiffRequest progress(Progress listener) {
    return new DiffRequest(limit, Objects.requireNonNull(listener, "listener"));
  }

  /** How many cells that differ are shown at the most; 20 by default. */
  public int limit() {
    return limit;
  }

  /** Listens to how many cells are compared; {@link Progress#NONE} by default. */
  public Progress progress() {
    return progress;
  }
}
