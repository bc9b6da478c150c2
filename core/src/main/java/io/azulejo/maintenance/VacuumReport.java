package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.List;

/**
 * The files that a vacuum deleted, or that a dry run would delete. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface VacuumReport {
  /** Returns the kind of files that were vacuumed. */
  MaintenanceMode mode();

  /** Returns whether this was a dry run, which deletes nothing. */
  boolean dryRun();

  /** Returns the files and folders that were deleted, or that a dry run would delete. */
  List<Deletion> deletions();

  /** Returns the files that look like vacuumed files but were kept. */
  List<Kept> kept();

  /** Returns the total size of the {@link #deletions}, in bytes. */
  default long bytes() {
    return deletions().stream().mapToLong(Deletion::bytes).sum();
  }

  /** A file or folder that was deleted, or that a dry run would delete. */
  interface Deletion {
    /** Returns the location of the file, or of a fragment's folder. */
    Location location();

    /** Returns the size of the file or folder, in bytes. */
    long bytes();

    /** Returns the reason why it is not needed, as text. */
    String reason();
  }

  /**
   * A vacuum file that was kept, together with the files that it lists, because they may be needed.
   */
  interface Kept {
    /** Returns the location of the file that lists the files to delete. */
    Location location();

    /** Returns the reason why this file and the files that it lists were kept, as text. */
    String reason();
  }
}
