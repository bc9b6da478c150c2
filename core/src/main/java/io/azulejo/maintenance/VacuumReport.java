package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.List;

/**
 * The files that a vacuum deleted, or would delete. Immutable.
 *
 * <p>Azulejo implements this interface and those in it; later releases may add methods.
 */
public interface VacuumReport {
  /** Returns the kind of the vacuumed files. */
  MaintenanceMode mode();

  /** Returns whether nothing was deleted. */
  boolean dryRun();

  /** Returns the files and folders that were deleted, or would be. */
  List<Deletion> deletions();

  /** Returns the files that look like the deleted ones, but are kept. */
  List<Kept> kept();

  /** Returns the bytes of all that was deleted, or would be. */
  default long bytes() {
    return deletions().stream().mapToLong(Deletion::bytes).sum();
  }

  /** A file or folder that was deleted, or would be. */
  interface Deletion {
    /** Returns the file, or the folder of a fragment. */
    Location location();

    /** Returns its bytes. */
    long bytes();

    /** Returns why it is not needed, in words. */
    String reason();
  }

  /** A file that looks like those that are deleted, but is kept, because it may be needed. */
  interface Kept {
    /** Returns the file, which lists what would be deleted. */
    Location location();

    /** Returns why it and the files that it lists are kept, in words. */
    String reason();
  }
}
