package io.azulejo.internal.snapshot.compact;

import io.azulejo.query.Progress;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.function.Consumer;

/**
 * What of an array or a group is not needed any more, as something else has taken its place. Each
 * step of the deletion leaves all that can be read as it is, but for times that end within what was
 * consolidated; a deletion that was interrupted is finished by the next one.
 *
 * @param deletions what is to be deleted
 * @param kept what looks like it, but stays
 * @param deletion deletes it, in the right order
 */
public record Vacuum(List<Deletion> deletions, List<Kept> kept, Consumer<Progress> deletion) {
  /** Copies the lists. */
  public Vacuum {
    deletions = List.copyOf(deletions);
    kept = List.copyOf(kept);
  }

  /**
   * Something that is to be deleted.
   *
   * @param location a file, or the folder of a fragment
   * @param bytes its bytes
   * @param reason why it is not needed
   */
  public record Deletion(Location location, long bytes, String reason) {}

  /**
   * Something that is not deleted.
   *
   * @param location a file
   * @param reason why it stays
   */
  public record Kept(Location location, String reason) {}

  /** Deletes what is not needed. */
  public void run(Progress progress) {
    if (!deletions.isEmpty()) {
      deletion.accept(progress);
    }
  }

  /** The bytes of all that is to be deleted. */
  static long bytes(List<Deletion> deletions) {
    return deletions.stream().mapToLong(Deletion::bytes).sum();
  }
}
