package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import java.util.Objects;

/** The options of {@link io.azulejo.Maintenance#vacuum}. Immutable. */
public final class VacuumRequest {
  /** Deletes fragments that a consolidation has replaced. */
  public static final VacuumRequest DEFAULT =
      new VacuumRequest(MaintenanceMode.FRAGMENTS, false, Progress.NONE);

  private static final String MODE = "sm.vacuum.mode";

  private final MaintenanceMode mode;
  private final boolean dryRun;
  private final Progress progress;

  private VacuumRequest(MaintenanceMode mode, boolean dryRun, Progress progress) {
    this.mode = mode;
    this.dryRun = dryRun;
    this.progress = progress;
  }

  /** Returns a copy of this request that vacuums another kind of files. */
  public VacuumRequest mode(MaintenanceMode kind) {
    return new VacuumRequest(Objects.requireNonNull(kind, "kind"), dryRun, progress);
  }

  /** Returns a copy of this request that lists the files and deletes none. */
  public VacuumRequest dryRun() {
    return new VacuumRequest(mode, true, progress);
  }

  /**
   * Returns a copy of this request with a listener. The listener receives the number of bytes
   * deleted so far and the total number of bytes.
   */
  public VacuumRequest progress(Progress listener) {
    return new VacuumRequest(mode, dryRun, Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Returns a copy of this request with one option set by its name in the reference engine.
   *
   * @param name {@code sm.vacuum.mode}, the only option
   * @param value a name of a {@link MaintenanceMode}, such as {@code fragment_meta}
   * @throws InvalidRequestException if the option does not exist or the value is invalid
   */
  public VacuumRequest config(String name, String value) {
    if (!name.equals(MODE)) {
      throw new InvalidRequestException(
          "unknown vacuum setting \"%s\"; valid: %s".formatted(name, MODE));
    }
    return mode(MaintenanceMode.of(value.strip()));
  }

  /** Returns the kind of files to vacuum (default: fragments). */
  public MaintenanceMode mode() {
    return mode;
  }

  /** Returns whether files are listed but not deleted. */
  public boolean isDryRun() {
    return dryRun;
  }

  /** Returns the listener for the number of bytes deleted (default: {@link Progress#NONE}). */
  public Progress progress() {
    return progress;
  }
}
