package io.azulejo.internal.snapshot.compact;

import io.azulejo.query.Progress;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.function.Consumer;

/**
 * A plan to delete replaced parts of an array or a group. Each step keeps all data readable, except
 * at times that end within a consolidated range. If a deletion is interrupted, the next vacuum
 * completes it.
 *
 * @param deletions the files and folders to delete
 * @param kept the replaced files that are kept
 * @param deletion deletes everything in the right order
 */
public record Vacuum(List<Deletion> deletions, List<Kept> kept, Consumer<Progress> deletion) {
  /** Creates a plan with copies of the lists. */
  public Vacuum {
    deletions = List.copyOf(deletions);
    kept = List.copyOf(kept);
  }

  /**
   * A file or folder to delete.
   *
   * @param location the file, or the folder of a fragment
   * @param bytes the total size in bytes
   * @param reason why it is not needed
   */
  public record Deletion(Location location, long bytes, String reason) {}

  /**
   * A file that is kept.
   *
   * @param location the file
   * @param reason why the file is kept
   */
  public record Kept(Location location, String reason) {}

  /** Deletes everything. Does nothing if the plan is empty. */
  public void run(Progress progress) {
    if (!deletions.isEmpty()) {
      deletion.accept(progress);
    }
  }

  /** Returns the total size of the deletions in bytes. */
  static long bytes(List<Deletion> deletions) {
    return deletions.stream().mapToLong(Deletion::bytes).sum();
  }
}
