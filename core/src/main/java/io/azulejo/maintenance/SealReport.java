package io.azulejo.maintenance;

import io.azulejo.storage.Location;

/**
 * The files that were sealed. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface SealReport {
  /**
   * Returns the file that holds the sizes and digests; the folder of such files if changes keep the
   * seal up to date.
   */
  Location seal();

  /** Returns the number of sealed files. */
  long files();

  /** Returns the number of bytes of the sealed files. */
  long bytes();
}
