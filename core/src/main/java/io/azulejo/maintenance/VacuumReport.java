package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.List;

/**
 * The files that a vacuum deleted or would delete. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface VacuumReport {
  /** Returns the kind of the vacuumed files. */
  MaintenanceMode mode();

  /** Returns whether nothing was deleted. */
  boolean dryRun();

  /** Returns the files and folders that were deleted or would be deleted. */
  List<Deletion> deletions();

  /** Returns the files that resemble the deleted ones but are kept. */
  List<Kept> kept();

  /** Returns the total size of the deletions, in bytes. */
  default long bytes() {
    return deletions().stream().mapToLong(Deletion::bytes).sum();
  }

  /** A file or folder that was deleted or would be deleted. */
  interface Deletion {
    /** Returns the file, or the folder of a fragment. */
    Location location();

    /** Returns its size in bytes. */
    long bytes();

    /** Returns why it is not needed, as text. */
    String reason();
  }

  /** A file that resembles the deleted ones but is kept, because it may be needed. */
  interface Kept {
    /** Returns the file, which lists the files that would be deleted. */
    Location location();

    /** Returns why it and the files in its list are kept, as text. */
    String reason();
  }
}
