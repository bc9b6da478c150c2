package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import java.util.Objects;

/** The options of {@link io.azulejo.Array#diff}. Immutable. */
public final class DiffRequest {
  /** Compares all cells, and returns the first 20 cells that differ. */
  public static final DiffRequest DEFAULT = new DiffRequest(20, Progress.NONE);

  private final int limit;
  private final Progress progress;

  private DiffRequest(int limit, Progress progress) {
    this.limit = limit;
    this.progress = progress;
  }

  /**
   * Returns a copy of this request with a maximum number of differing cells to return. All
   * differing cells are counted, even those beyond the maximum.
   *
   * @param cells the maximum number of cells, at least 0; the returned cells are kept in memory
   * @throws InvalidRequestException if {@code cells} is negative
   */
  public DiffRequest limit(int cells) {
    if (cells < 0) {
      throw new InvalidRequestException(
          "limit of %d shown cells is negative (minimum: 0)".formatted(cells));
    }
    return new DiffRequest(cells, progress);
  }

  /**
   * Returns a copy of this request with a listener. The listener receives the number of the first
   * array's cells compared so far and their total.
   */
  public DiffRequest progress(Progress listener) {
    return new DiffRequest(limit, Objects.requireNonNull(listener, "listener"));
  }

  /** Returns the maximum number of differing cells to return (default: 20). */
  public int limit() {
    return limit;
  }

  /** Returns the listener for the number of cells compared (default: {@link Progress#NONE}). */
  public Progress progress() {
    return progress;
  }
}
