package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.GarbageFile;
import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which garbage is removed. Immutable. */
public final class GcOptions {
  /** What is older than a day, but for complete fragments. */
  public static final GcOptions DEFAULT =
      new GcOptions(Duration.ofHours(24), false, false, Set.of());

  private final Duration age;
  private final boolean dryRun;
  private final boolean complete;
  private final Set<String> fragments;

  private GcOptions(Duration age, boolean dryRun, boolean complete, Set<String> fragments) {
    this.age = age;
    this.dryRun = dryRun;
    this.complete = complete;
    this.fragments = fragments;
  }

  /**
   * The same for what is older than so long. What a writer that runs has not committed yet looks
   * like garbage: the age has to be longer than any write takes. With zero everything goes, that of
   * unknown age too.
   */
  public GcOptions olderThan(Duration least) {
    if (least.isNegative()) {
      throw new IllegalArgumentException("an age of " + least + ": give zero or more");
    }
    return new GcOptions(least, dryRun, complete, fragments);
  }

  /** The same, but nothing is removed. */
  public GcOptions dryRun() {
    return new GcOptions(age, true, complete, fragments);
  }

  /**
   * The same with all complete fragments that nothing commits, and those of arrays of which only
   * the schemas are gone. If the commit of one was lost, its cells are lost with it: {@link
   * GarbageEntry#cells} says how many.
   */
  public GcOptions completeFragments() {
    return new GcOptions(age, dryRun, true, fragments);
  }

  /** The same with one complete fragment that nothing commits, by its name. */
  public GcOptions completeFragment(String name) {
    Set<String> more = new HashSet<>(fragments);
    more.add(name);
    return new GcOptions(age, dryRun, complete, Set.copyOf(more));
  }

  /** How old garbage has to be. */
  public Duration olderThan() {
    return age;
  }

  /** Whether garbage is only looked for. */
  public boolean isDryRun() {
    return dryRun;
  }

  boolean removes(GarbageFile file) {
    boolean data =
        file.kind() == GarbageFile.Kind.COMPLETE_FRAGMENT
            || file.kind() == GarbageFile.Kind.LOST_ARRAY;
    return !data || complete || fragments.contains(file.location().name());
  }

  /** Refuses names of fragments that are not garbage. */
  void requireThere(List<GarbageFile> found, Location location) {
    Set<String> unknown = new HashSet<>(fragments);
    found.forEach(file -> unknown.remove(file.location().name()));
    if (!unknown.isEmpty()) {
      throw new InvalidRequestException(
          "there is no fragment %s that nothing commits: a dry run lists those that there are"
              .formatted(unknown.iterator().next()),
          location.toString());
    }
  }
}
