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
  /**
   * Repairs files that readers do not depend on. Removes files that are provably unused and older
   * than one day.
   */
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

  /** Returns a copy of this request that lists the possible repairs and makes none. */
  public RepairRequest dryRun() {
    return with(changed -> changed.dryRun = true);
  }

  /**
   * Returns a copy of this request that removes only unreferenced files older than an age.
   * Uncommitted files of a running writer look unreferenced, so the age must be longer than any
   * write takes. With an age of zero, the age is ignored.
   *
   * @param min the minimum age; not negative (default: one day)
   * @throws InvalidRequestException if {@code min} is negative
   */
  public RepairRequest olderThan(Duration min) {
    if (min.isNegative()) {
      throw new InvalidRequestException("age " + min + " is negative");
    }
    return with(changed -> changed.age = min);
  }

  /**
   * Returns a copy of this request that moves the fragments with these names out of the array, to a
   * folder next to it.
   */
  public RepairRequest quarantined(List<String> names) {
    List<String> copy = List.copyOf(names);
    return with(changed -> changed.quarantined = copy);
  }

  /**
   * Returns a copy of this request that moves all {@linkplain Problem#isDamage damaged} fragments
   * out of the array, to a folder next to it.
   */
  public RepairRequest brokenQuarantined() {
    return with(changed -> changed.brokenQuarantined = true);
  }

  /**
   * Returns a copy of this request that commits the complete, uncommitted fragments with these
   * names. Their cells get the timestamps in these names.
   */
  public RepairRequest recovered(Set<String> names) {
    Set<String> copy = Set.copyOf(names);
    return with(changed -> changed.recovered = copy);
  }

  /**
   * Returns a copy of this request that commits all complete, uncommitted fragments that are older
   * than {@link #olderThan()}.
   */
  public RepairRequest allRecovered() {
    return with(changed -> changed.allRecovered = true);
  }

  /** Returns a copy of this request that also checks every tile for errors. */
  public RepairRequest deep() {
    return with(changed -> changed.deep = true);
  }

  /**
   * Returns a copy of this request with a listener. The listener receives the number of bytes
   * checked so far and the total number of bytes.
   */
  public RepairRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** Returns whether repairs are listed but not made. */
  public boolean isDryRun() {
    return settings.dryRun;
  }

  /** Returns the minimum age of unreferenced files to remove or to commit (default: one day). */
  public Duration olderThan() {
    return settings.age;
  }

  /** Returns the names of fragments to move out of the array. */
  public List<String> quarantined() {
    return settings.quarantined;
  }

  /** Returns whether all damaged fragments are moved out of the array. */
  public boolean isBrokenQuarantined() {
    return settings.brokenQuarantined;
  }

  /** Returns the names of complete, uncommitted fragments to commit. */
  public Set<String> recovered() {
    return settings.recovered;
  }

  /** Returns whether all complete, uncommitted fragments that are old enough are committed. */
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

  /** The options of a request. They do not change after the request's constructor. */
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
