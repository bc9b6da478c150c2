package io.azulejo.internal.snapshot.compact;

import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Optional;
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

  /** The footers of an array's fragments. */
  public static FileMerge ofFooters(
      Storage storage, Location array, Optional<EncryptionKey> key, Tasks tasks) {
    return FooterMerge.of(storage, array, key, tasks);
  }

  /**
   * The files that commit fragments and deletions.
   *
   * @param fit checks the conditions of deletions
   * @throws io.azulejo.error.CorruptDataException if one of them was damaged
   * @throws io.azulejo.error.UnsupportedFormatException if the array has to be upgraded first
   */
  public static FileMerge ofCommits(
      Storage storage,
      Location array,
      Optional<EncryptionKey> key,
      ConditionCheck fit,
      Tasks tasks) {
    return CommitMerge.of(storage, array, key, fit, tasks);
  }

  /** The files of an array's metadata whose times all lie in a range. */
  public static FileMerge ofArrayMetadata(
      Storage storage, Location array, Optional<EncryptionKey> key, TimeRange times, Tasks tasks) {
    return MetadataMerge.ofArray(storage, array, key, times, tasks);
  }

  /** The files of a group's metadata, likewise. */
  public static FileMerge ofGroupMetadata(
      Storage storage, Location group, Optional<EncryptionKey> key, TimeRange times, Tasks tasks) {
    return MetadataMerge.ofGroup(storage, group, key, times, tasks);
  }

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
