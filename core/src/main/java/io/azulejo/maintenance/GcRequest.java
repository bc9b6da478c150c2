package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;
import java.time.Duration;
import java.util.Set;

/** Which garbage {@link io.azulejo.Maintenance#gc} removes. Immutable. */
public final class GcRequest {
  /** What is older than a day, but for complete fragments. */
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
   * The same for garbage older than an age. What a running writer has not committed yet looks like
   * garbage: the age has to be longer than any write takes. With zero all garbage is removed, that
   * of unknown age as well.
   *
   * @throws InvalidRequestException if the age is negative
   */
  public GcRequest olderThan(Duration min) {
    if (min.isNegative()) {
      throw new InvalidRequestException("an age of " + min + ": give zero or more");
    }
    return new GcRequest(min, dryRun, complete, allComplete);
  }

  /** The same, but garbage is only listed. */
  public GcRequest dryRun() {
    return new GcRequest(age, true, complete, allComplete);
  }

  /**
   * The same with complete or lost fragments of these names, which nothing commits. If the commit
   * of one was lost, its cells are lost with it: {@link GcReport.Entry#cells} is their number.
   */
  public GcRequest completeFragments(Set<String> names) {
    return new GcRequest(age, dryRun, Set.copyOf(names), allComplete);
  }

  /**
   * The same with all that {@linkplain GcReport.Kind#mayBeOnlyCopy may be the only copy} of data:
   * complete and lost fragments that nothing commits, and arrays and groups of which only the
   * schemas or the marking file are gone.
   */
  public GcRequest allCompleteFragments() {
    return new GcRequest(age, dryRun, complete, true);
  }

  /** The age that garbage has to exceed; a day by default. */
  public Duration olderThan() {
    return age;
  }

  /** Whether garbage is only listed. */
  public boolean isDryRun() {
    return dryRun;
  }

  /** The names of complete fragments that nothing commits and that are removed. */
  public Set<String> completeFragments() {
    return complete;
  }

  /** Whether all complete fragments that nothing commits are removed. */
  public boolean isAllCompleteFragments() {
    return allComplete;
  }
}
