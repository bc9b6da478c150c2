package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import java.time.Duration;
import java.util.Set;

/** The options of {@link io.azulejo.Maintenance#gc}. Immutable. */
public final class GcRequest {
  /** Removes garbage older than a day, except data that may be the only copy. */
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
   * Returns this request for garbage older than an age. Uncommitted files of a running writer look
   * like garbage, so the age must be longer than any write takes. With zero, all garbage is
   * removed, even if its age is unknown.
   *
   * @throws InvalidRequestException if the age is negative
   */
  public GcRequest olderThan(Duration min) {
    if (min.isNegative()) {
      throw new InvalidRequestException("age " + min + " is negative");
    }
    return new GcRequest(min, dryRun, complete, allComplete);
  }

  /** Returns this request with garbage listed but not removed. */
  public GcRequest dryRun() {
    return new GcRequest(age, true, complete, allComplete);
  }

  /**
   * Returns this request with uncommitted complete or lost fragments to remove, by name. If a
   * fragment had only lost its commit, this deletes its cells; {@link GcReport.Entry#cells} is
   * their number.
   */
  public GcRequest completeFragments(Set<String> names) {
    return new GcRequest(age, dryRun, Set.copyOf(names), allComplete);
  }

  /**
   * Returns this request with everything removed that {@linkplain GcReport.Kind#mayBeOnlyCopy may
   * be the only copy} of data. This includes uncommitted complete or lost fragments, and arrays and
   * groups that lack only their schemas or marker file.
   */
  public GcRequest allCompleteFragments() {
    return new GcRequest(age, dryRun, complete, true);
  }

  /** Returns the minimum age of garbage (default: one day). */
  public Duration olderThan() {
    return age;
  }

  /** Returns whether garbage is only listed. */
  public boolean isDryRun() {
    return dryRun;
  }

  /** Returns the names of uncommitted complete fragments to remove. */
  public Set<String> completeFragments() {
    return complete;
  }

  /** Returns whether all uncommitted complete fragments are removed. */
  public boolean isAllCompleteFragments() {
    return allComplete;
  }
}
