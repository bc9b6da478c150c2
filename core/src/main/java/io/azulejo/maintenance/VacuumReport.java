package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.List;

/**
 * What vacuuming deleted, or would delete.
 *
 * @param mode what was vacuumed
 * @param dryRun whether nothing was deleted
 * @param deletions what was or would be deleted
 * @param kept what looks like it, but stays
 */
public record VacuumReport(
    MaintenanceMode mode, boolean dryRun, List<Deletion> deletions, List<Kept> kept) {
  /** Makes an immutable record: takes copies of its lists. */
  public VacuumReport {
    deletions = List.copyOf(deletions);
    kept = List.copyOf(kept);
  }

  /**
   * A file or folder that was or would be deleted.
   *
   * @param location a file, or the folder of a fragment
   * @param bytes its bytes
   * @param reason why it is not needed
   */
  public record Deletion(Location location, long bytes, String reason) {}

  /**
   * A file that looks like what is deleted, but is kept, as it may be needed.
   *
   * @param location a file that lists what would be deleted
   * @param reason why it and what it lists stay
   */
  public record Kept(Location location, String reason) {}

  /** The bytes of all that was or would be deleted. */
  public long bytes() {
    return deletions.stream().mapToLong(Deletion::bytes).sum();
  }
}
