package io.azulejo.internal.snapshot.compact;

import java.util.List;
import java.util.function.Supplier;

/**
 * A plan to merge small files of an array or a group into a single file.
 *
 * @param inputs the names of the files to merge, oldest first; empty if there is nothing to do
 * @param bytes the total size of the inputs in bytes
 * @param reason the reason to merge the files, or the reason why there is nothing to do
 * @param skipped the files that are not merged
 * @param writing merges the files and returns the merged file
 */
public record FileMerge(
    List<String> inputs,
    long bytes,
    String reason,
    List<Skipped> skipped,
    Supplier<Output> writing) {
  /** Creates a plan with copies of the lists. */
  public FileMerge {
    inputs = List.copyOf(inputs);
    skipped = List.copyOf(skipped);
  }

  /**
   * A file that is not merged.
   *
   * @param name the name of the file
   * @param reason why the file is not merged
   */
  public record Skipped(String name, String reason) {}

  /**
   * The merged file.
   *
   * @param name the name of the file
   * @param bytes the size of the file in bytes
   */
  public record Output(String name, long bytes) {}

  /**
   * Returns an empty plan.
   *
   * @param reason the reason why there is nothing to do
   * @param skipped the files that are not merged
   */
  static FileMerge none(String reason, List<Skipped> skipped) {
    return new FileMerge(
        List.of(),
        0,
        reason,
        skipped,
        () -> {
          throw new IllegalStateException("nothing to merge: " + reason);
        });
  }

  /** Returns an empty plan that skips all files for the same reason. */
  static FileMerge none(List<String> names, String reason) {
    return none(reason, names.stream().map(name -> new Skipped(name, reason)).toList());
  }

  /** Returns whether there are files to merge. */
  public boolean isNeeded() {
    return !inputs.isEmpty();
  }

  /**
   * Merges the files and returns the merged file. The inputs are kept. The plan must not be empty
   * (see {@link #isNeeded}).
   */
  public Output write() {
    return writing.get();
  }
}
