package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** The options of {@link io.azulejo.Maintenance#repair}. Immutable. */
public final class RepairRequest {
  /** Repairs what readers do not depend on; removes provably unused files older than a day. */
  public static final RepairRequest DEFAULT = new RepairRequest(new Settings());

  private final Settings settings;

  private RepairRequest(Settings settings) {
    this.settings = settings;
  }

  private RepairRequest with(Consumer<Settings> change) {
    Settings changed = new Settings(settings);
    change.accept(changed);
    return new RepairRequest(changed);
  }

  /** Returns this request with repairs listed but not made. */
  public RepairRequest dryRun() {
    return with(changed -> changed.dryRun = true);
  }

  /**
   * Returns this request for unreferenced files older than an age. Uncommitted files of a running
   * writer look unreferenced, so the age must be longer than any write takes. With zero, all
   * unreferenced files are removed.
   *
   * @throws InvalidRequestException if the age is negative
   */
  public RepairRequest olderThan(Duration min) {
    if (min.isNegative()) {
      throw new InvalidRequestException("age " + min + " is negative");
    }
    return with(changed -> changed.age = min);
  }

  /** Returns this request with fragments to move to a folder next to the array, by name. */
  public RepairRequest quarantined(List<String> names) {
    List<String> copy = List.copyOf(names);
    return with(changed -> changed.quarantined = copy);
  }

  /** Returns this request with all fragments that have errors moved out of the array. */
  public RepairRequest brokenQuarantined() {
    return with(changed -> changed.brokenQuarantined = true);
  }

  /**
   * Returns this request with complete but uncommitted fragments to commit, by name. Their cells
   * count as written at the times in these names.
   */
  public RepairRequest recovered(Set<String> names) {
    Set<String> copy = Set.copyOf(names);
    return with(changed -> changed.recovered = copy);
  }

  /** Returns this request with all complete, uncommitted fragments committed if old enough. */
  public RepairRequest allRecovered() {
    return with(changed -> changed.allRecovered = true);
  }

  /** Returns this request with every tile checked for errors, too. */
  public RepairRequest deep() {
    return with(changed -> changed.deep = true);
  }

  /** Returns this request with a listener for the number of bytes checked and their total. */
  public RepairRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** Returns whether repairs are only listed. */
  public boolean isDryRun() {
    return settings.dryRun;
  }

  /** Returns the minimum age of unreferenced files (default: one day). */
  public Duration olderThan() {
    return settings.age;
  }

  /** Returns the names of fragments to move out of the array. */
  public List<String> quarantined() {
    return settings.quarantined;
  }

  /** Returns whether all fragments with errors are moved out of the array. */
  public boolean isBrokenQuarantined() {
    return settings.brokenQuarantined;
  }

  /** Returns the names of complete fragments to commit. */
  public Set<String> recovered() {
    return settings.recovered;
  }

  /** Returns whether all complete fragments that are old enough are committed. */
  public boolean isAllRecovered() {
    return settings.allRecovered;
  }

  /** Returns whether every tile is checked. */
  public boolean isDeep() {
    return settings.deep;
  }

  /** Returns the listener for the number of bytes checked (default: {@link Progress#NONE}). */
  public Progress progress() {
    return settings.progress;
  }

  /** The options; not changed after the constructor of the request. */
  private static final class Settings {
    boolean dryRun;
    Duration age = Duration.ofDays(1);
    List<String> quarantined = List.of();
    boolean brokenQuarantined;
    Set<String> recovered = Set.of();
    boolean allRecovered;
    boolean deep;
    Progress progress = Progress.NONE;

    Settings() {}

    Settings(Settings other) {
      dryRun = other.dryRun;
      age = other.age;
      quarantined = other.quarantined;
      brokenQuarantined = other.brokenQuarantined;
      recovered = other.recovered;
      allRecovered = other.allRecovered;
      deep = other.deep;
      progress = other.progress;
    }
  }
}
