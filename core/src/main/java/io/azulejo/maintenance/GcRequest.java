package io.azulejo.maintenance;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Which garbage is removed: by default what is older than a day. Immutable. */
public final class GcRequest {
  /** What is older than a day, but for complete fragments. */
  public static final GcRequest DEFAULT =
      new GcRequest(Duration.ofHours(24), false, false, Set.of());

  private final Duration age;
  private final boolean dryRun;
  private final boolean complete;
  private final Set<String> fragments;

  private GcRequest(Duration age, boolean dryRun, boolean complete, Set<String> fragments) {
    this.age = age;
    this.dryRun = dryRun;
    this.complete = complete;
    this.fragments = fragments;
  }

  /**
   * The same for garbage older than an age. What a running writer has not committed yet looks like
   * garbage: the age has to be longer than any write takes. With zero all garbage is removed, that
   * of unknown age as well.
   *
   * @throws IllegalArgumentException if the age is negative
   */
  public GcRequest olderThan(Duration min) {
    if (min.isNegative()) {
      throw new IllegalArgumentException("an age of " + min + ": give zero or more");
    }
    return new GcRequest(min, dryRun, complete, fragments);
  }

  /** The same, but garbage is only listed. */
  public GcRequest dryRun() {
    return new GcRequest(age, true, complete, fragments);
  }

  /**
   * The same with all complete fragments that nothing commits, and those of arrays of which only
   * the schemas are gone. If the commit of one was lost, its cells are lost with it: {@link
   * GcReport.Entry#cells} says how many.
   */
  public GcRequest completeFragments() {
    return new GcRequest(age, dryRun, true, fragments);
  }

  /** The same with one complete fragment that nothing commits, by its name. */
  public GcRequest completeFragment(String name) {
    Set<String> more = new HashSet<>(fragments);
    more.add(name);
    return new GcRequest(age, dryRun, complete, Set.copyOf(more));
  }

  /** The age that garbage has to exceed. */
  public Duration olderThan() {
    return age;
  }

  /** Whether garbage is only listed. */
  public boolean isDryRun() {
    return dryRun;
  }

  /** Whether all complete fragments that nothing commits are removed. */
  public boolean includesCompleteFragments() {
    return complete;
  }

  /** The names of complete fragments that are removed besides. */
  public Set<String> fragments() {
    return fragments;
  }
}
