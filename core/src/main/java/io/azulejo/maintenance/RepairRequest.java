package io.azulejo.maintenance;

import io.azulejo.query.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What is repaired. Immutable; without {@link #applying} nothing is changed. */
public final class RepairRequest {
  /** What is provably dead and older than a day, and what readers do without; only listed. */
  public static final RepairRequest DEFAULT =
      new RepairRequest(
          false, Duration.ofDays(1), List.of(), false, Set.of(), false, false, Progress.NONE);

  private final boolean applying;
  private final Duration age;
  private final List<String> fragments;
  private final boolean broken;
  private final Set<String> lost;
  private final boolean allLost;
  private final boolean deep;
  private final Progress progress;

  private RepairRequest(
      boolean applying,
      Duration age,
      List<String> fragments,
      boolean broken,
      Set<String> lost,
      boolean allLost,
      boolean deep,
      Progress progress) {
    this.applying = applying;
    this.age = age;
    this.fragments = List.copyOf(fragments);
    this.broken = broken;
    this.lost = Set.copyOf(lost);
    this.allLost = allLost;
    this.deep = deep;
    this.progress = Objects.requireNonNull(progress, "progress");
  }

  /** The same, but repairs are done. */
  public RepairRequest applying() {
    return new RepairRequest(true, age, fragments, broken, lost, allLost, deep, progress);
  }

  /**
   * The same for files that nothing refers to and that are older than an age. What a running writer
   * has not committed yet looks like that, too: the age has to be longer than any write takes. With
   * zero all of them are removed.
   *
   * @throws IllegalArgumentException if the age is negative
   */
  public RepairRequest olderThan(Duration min) {
    if (min.isNegative()) {
      throw new IllegalArgumentException("an age of " + min + ": give zero or more");
    }
    return new RepairRequest(applying, min, fragments, broken, lost, allLost, deep, progress);
  }

  /** The same; these fragments too are taken out of the array, into a folder beside it. */
  public RepairRequest quarantining(List<String> names) {
    return new RepairRequest(applying, age, names, broken, lost, allLost, deep, progress);
  }

  /** The same; all fragments in which there are errors are taken out of the array. */
  public RepairRequest quarantiningBroken() {
    return new RepairRequest(applying, age, fragments, true, lost, allLost, deep, progress);
  }

  /**
   * The same; these fragments, which are complete but which nothing commits, are committed. Their
   * cells then count as if they had been written at the times in their names.
   */
  public RepairRequest recovering(Set<String> names) {
    return new RepairRequest(applying, age, fragments, broken, names, allLost, deep, progress);
  }

  /**
   * The same; all complete fragments that nothing commits and that are old enough are committed.
   */
  public RepairRequest recoveringAll() {
    return new RepairRequest(applying, age, fragments, broken, lost, true, deep, progress);
  }

  /** The same, but errors are looked for in every tile, too. */
  public RepairRequest deep() {
    return new RepairRequest(applying, age, fragments, broken, lost, allLost, true, progress);
  }

  /** The same with a listener to how many bytes of files are checked, of how many. */
  public RepairRequest progress(Progress listener) {
    return new RepairRequest(applying, age, fragments, broken, lost, allLost, deep, listener);
  }

  /** Whether repairs are done; else they are only listed. */
  public boolean isApplying() {
    return applying;
  }

  /** How old what nothing refers to has to be. */
  public Duration olderThan() {
    return age;
  }

  /** The names of fragments that are taken out of the array. */
  public List<String> fragments() {
    return fragments;
  }

  /** Whether all fragments with errors are taken out of the array. */
  public boolean isQuarantiningBroken() {
    return broken;
  }

  /** The names of complete fragments that are committed. */
  public Set<String> recovered() {
    return lost;
  }

  /** Whether all complete fragments are committed. */
  public boolean isRecoveringAll() {
    return allLost;
  }

  /** Whether errors are looked for in every tile. */
  public boolean isDeep() {
    return deep;
  }

  /** Listens to how much is done; {@link Progress#NONE} by default. */
  public Progress progress() {
    return progress;
  }
}
