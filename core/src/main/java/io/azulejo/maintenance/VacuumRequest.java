package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import java.util.Objects;

/** What {@link io.azulejo.Maintenance#vacuum} deletes. Immutable. */
public final class VacuumRequest {
  /** The fragments that were consolidated. */
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

  /** The same, of another kind of files. */
  public VacuumRequest mode(MaintenanceMode what) {
    return new VacuumRequest(Objects.requireNonNull(what, "what"), dryRun, progress);
  }

  /** The same, but files are only listed, not deleted. */
  public VacuumRequest dryRun() {
    return new VacuumRequest(mode, true, progress);
  }

  /** The same with a listener to how many bytes are deleted, of how many. */
  public VacuumRequest progress(Progress listener) {
    return new VacuumRequest(mode, dryRun, Objects.requireNonNull(listener, "listener"));
  }

  /**
   * The same with a setting by the reference engine's name: {@code sm.vacuum.mode}.
   *
   * @throws InvalidRequestException if there is no such setting, or the value is not valid for it
   */
  public VacuumRequest config(String name, String value) {
    if (!name.equals(MODE)) {
      throw new InvalidRequestException(
          "no setting \"%s\" of vacuuming: there is %s".formatted(name, MODE));
    }
    return mode(MaintenanceMode.of(value.strip()));
  }

  /** The kind of files that is vacuumed; fragments by default. */
  public MaintenanceMode mode() {
    return mode;
  }

  /** Whether files are only listed, not deleted. */
  public boolean isDryRun() {
    return dryRun;
  }

  /** Listens to how many bytes are deleted; {@link Progress#NONE} by default. */
  public Progress progress() {
    return progress;
  }
}
