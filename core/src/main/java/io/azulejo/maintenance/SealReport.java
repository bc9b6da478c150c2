package io.azulejo.maintenance;

import io.azulejo.storage.Location;

/**
 * The files that were sealed. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface SealReport {
  /** Returns the seal: a file, or a folder if changes keep the seal up to date. */
  Location seal();

  /** Returns the number of sealed files. */
  long files();

  /** Returns the size of the sealed files in bytes. */
  long bytes();
}
