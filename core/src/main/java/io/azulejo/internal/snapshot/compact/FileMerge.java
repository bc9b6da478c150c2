package io.azulejo.internal.snapshot.compact;

import java.util.List;
import java.util.function.Supplier;

/**
 * Small files of an array or a group that can become one.
 *
 * @param inputs the names of what is merged, the oldest first; none where there is nothing to do
 * @param bytes the bytes of the inputs
 * @param reason why they are merged, or why there is nothing to do
 * @param left what is left as it is
 * @param writing merges them
 */
public record FileMerge(
    List<String> inputs, long bytes, String reason, List<Left> left, Supplier<Output> writing) {
  /** Copies the lists. */
  public FileMerge {
    inputs = List.copyOf(inputs);
    left = List.copyOf(left);
  }

  /**
   * What is left as it is.
   *
   * @param name its name
   * @param reason why
   */
  public record Left(String name, String reason) {}

  /**
   * What the inputs became.
   *
   * @param name the file's name
   * @param bytes the file's bytes
   */
  public record Output(String name, long bytes) {}

  /** There is nothing to do. */
  static FileMerge none(String reason, List<Left> left) {
    return new FileMerge(
        List.of(),
        0,
        reason,
        left,
        () -> {
          throw new IllegalStateException("there is nothing to be merged: " + reason);
        });
  }

  /** There is nothing to do with any of these, for one reason. */
  static FileMerge none(List<String> names, String reason) {
    return none(reason, names.stream().map(name -> new Left(name, reason)).toList());
  }

  /** Whether there is something to do. */
  public boolean isNeeded() {
    return !inputs.isEmpty();
  }

  /** Merges the files; the inputs stay where they are. */
  public Output write() {
    return writing.get();
  }
}
