package io.azulejo.internal.snapshot.compact;

import java.util.List;
import java.util.function.Supplier;

/**
 * A plan to merge small files of an array or a group into one.
 *
 * @param inputs the names of the files to merge, the oldest first; empty if there is nothing to do
 * @param bytes the size of the inputs in bytes
 * @param reason the reason to merge them, or the reason that there is nothing to do
 * @param skipped the files that stay unmerged
 * @param writing merges the files
 */
public record FileMerge(
    List<String> inputs,
    long bytes,
    String reason,
    List<Skipped> skipped,
    Supplier<Output> writing) {
  /** Copies the lists. */
  public FileMerge {
    inputs = List.copyOf(inputs);
    skipped = List.copyOf(skipped);
  }

  /** A file that stays unmerged. */
  public record Skipped(String name, String reason) {}

  /**
   * The merged file.
   *
   * @param bytes its size in bytes
   */
  public record Output(String name, long bytes) {}

  /** Returns an empty plan. */
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

  /** Returns an empty plan that leaves these files for a common reason. */
  static FileMerge none(List<String> names, String reason) {
    return none(reason, names.stream().map(name -> new Skipped(name, reason)).toList());
  }

  /** Returns whether there is something to merge. */
  public boolean isNeeded() {
    return !inputs.isEmpty();
  }

  /** Merges the files; the inputs are kept. */
  public Output write() {
    return writing.get();
  }
}
