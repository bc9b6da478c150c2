package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** What {@link io.azulejo.Maintenance#repair} mends. Immutable. */
public final class RepairRequest {
  /** What is provably dead and older than a day, and what readers do without. */
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

  /** The same, but repairs are only listed, and nothing is changed. */
  public RepairRequest dryRun() {
    return with(changed -> changed.dryRun = true);
  }

  /**
   * The same for files that nothing refers to and that are older than an age. What a running writer
   * has not committed yet looks like that, too: the age has to be longer than any write takes. With
   * zero all of them are removed.
   *
   * @throws InvalidRequestException if the age is negative
   */
  public RepairRequest olderThan(Duration min) {
    if (min.isNegative()) {
      throw new InvalidRequestException("an age of " + min + ": give zero or more");
    }
    return with(changed -> changed.age = min);
  }

  /**
   * The same; fragments of these names, too, are taken out of the array, into a folder beside it.
   */
  public RepairRequest quarantined(List<String> names) {
    List<String> copy = List.copyOf(names);
    return with(changed -> changed.quarantined = copy);
  }

  /** The same; all fragments in which there are errors are taken out of the array. */
  public RepairRequest brokenQuarantined() {
    return with(changed -> changed.brokenQuarantined = true);
  }

  /**
   * The same; fragments of these names, which are complete but which nothing commits, are
   * committed. Their cells then count as if they had been written at the times in their names.
   */
  public RepairRequest recovered(Set<String> names) {
    Set<String> copy = Set.copyOf(names);
    return with(changed -> changed.recovered = copy);
  }

  /**
   * The same; all complete fragments that nothing commits and that are old enough are committed.
   */
  public RepairRequest allRecovered() {
    return with(changed -> changed.allRecovered = true);
  }

  /** The same, but errors are looked for in every tile, too. */
  public RepairRequest deep() {
    return with(changed -> changed.deep = true);
  }

  /** The same with a listener to how many bytes of files are checked, of how many. */
  public RepairRequest progress(Progress listener) {
    Objects.requireNonNull(listener, "listener");
    return with(changed -> changed.progress = listener);
  }

  /** Whether repairs are only listed. */
  public boolean isDryRun() {
    return settings.dryRun;
  }

  /** The age that files that nothing refers to have to exceed; a day by default. */
  public Duration olderThan() {
    return settings.age;
  }

  /** The names of fragments that are taken out of the array. */
  public List<String> quarantined() {
    return settings.quarantined;
  }

  /** Whether all fragments with errors are taken out of the array. */
  public boolean isBrokenQuarantined() {
    return settings.brokenQuarantined;
  }

  /** The names of complete fragments that are committed. */
  public Set<String> recovered() {
    return settings.recovered;
  }

  /** Whether all complete fragments that are old enough are committed. */
  public boolean isAllRecovered() {
    return settings.allRecovered;
  }

  /** Whether errors are looked for in every tile. */
  public boolean isDeep() {
    return settings.deep;
  }

  /** Listens to how many bytes of files are checked; {@link Progress#NONE} by default. */
  public Progress progress() {
    return settings.progress;
  }

  /** Changed only before the request that holds it is made. */
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
