package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import java.time.Duration;
import java.util.Set;

/** The options of {@link io.azulejo.Maintenance#gc}. Immutable. */
public final class GcRequest {
  /**
   * Removes garbage that is older than one day, except garbage that may be the only copy of data.
   */
  public static final GcRequest DEFAULT =
      new GcRequest(Duration.ofHours(24), false, Set.of(), false);

  private final Duration age;
  private final boolean dryRun;
  private final Set<String> complete;
  private final boolean allComplete;

  private GcRequest(Duration age, boolean dryRun, Set<String> complete, boolean allComplete) {
    this.age = age;
    this.dryRun = dryRun;
    this.complete = complete;
    this.allComplete = allComplete;
  }

  /**
   * Returns a copy of this request that removes only garbage older than an age. Uncommitted files
   * of a running writer look like garbage, so the age must be longer than any write takes. With an
   * age of zero, garbage is removed whatever its age, even if the store does not report it.
   *
   * @param min the minimum age; not negative (default: one day)
   * @throws InvalidRequestException if {@code min} is negative
   */
  public GcRequest olderThan(Duration min) {
    if (min.isNegative()) {
      throw new InvalidRequestException("age " + min + " is negative");
    }
    return new GcRequest(min, dryRun, complete, allComplete);
  }

  /** Returns a copy of this request that lists garbage and removes nothing. */
  public GcRequest dryRun() {
    return new GcRequest(age, true, complete, allComplete);
  }

  /**
   * Returns a copy of this request that also removes the complete or lost fragments with these
   * names, which are uncommitted. If only the commit of such a fragment was lost, this deletes
   * cells; {@link GcReport.Entry#cells} returns how many.
   *
   * @param names the names of fragments that a dry run lists; they replace the names set before
   */
  public GcRequest completeFragments(Set<String> names) {
    return new GcRequest(age, dryRun, Set.copyOf(names), allComplete);
  }

  /**
   * Returns a copy of this request that also removes all garbage that {@linkplain
   * GcReport.Kind#mayBeOnlyCopy may be the only copy} of data. This includes complete or lost
   * fragments that are uncommitted, unreferenced enumerations, and arrays and groups that lack only
   * their schema or marker file.
   */
  public GcRequest allCompleteFragments() {
    return new GcRequest(age, dryRun, complete, true);
  }

  /** Returns the minimum age of garbage to remove (default: one day). */
  public Duration olderThan() {
    return age;
  }

  /** Returns whether garbage is listed but not removed. */
  public boolean isDryRun() {
    return dryRun;
  }

  /** Returns the names of uncommitted complete or lost fragments to remove; empty by default. */
  public Set<String> completeFragments() {
    return complete;
  }

  /** Returns whether all garbage that may be the only copy of data is removed, too. */
  public boolean isAllCompleteFragments() {
    return allComplete;
  }
}
