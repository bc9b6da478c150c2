package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import java.util.Objects;

/** The options of {@link io.azulejo.Maintenance#vacuum}. Immutable. */
public final class VacuumRequest {
  /** Deletes fragments that were consolidated. */
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

  /** Returns this request for another kind of files. */
  public VacuumRequest mode(MaintenanceMode kind) {
    return new VacuumRequest(Objects.requireNonNull(kind, "kind"), dryRun, progress);
  }

  /** Returns this request with files listed but not deleted. */
  public VacuumRequest dryRun() {
    return new VacuumRequest(mode, true, progress);
  }

  /** Returns this request with a listener for the number of bytes deleted and their total. */
  public VacuumRequest progress(Progress listener) {
    return new VacuumRequest(mode, dryRun, Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Returns this request with a setting named as in the reference engine: {@code sm.vacuum.mode}.
   *
   * @throws InvalidRequestException if the setting does not exist or the value is invalid
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

  /** Returns whether files are only listed. */
  public boolean isDryRun() {
    return dryRun;
  }

  /** Returns the listener for the number of bytes deleted (default: {@link Progress#NONE}). */
  public Progress progress() {
    return progress;
  }
}
