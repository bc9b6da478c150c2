package io.azulejo.maintenance;

import io.azulejo.storage.Location;

/**
 * The result of sealing an array or a group. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface SealReport {
  /**
   * Returns the location of the seal. It is a file, or a folder if changes keep the seal up to
   * date.
   */
  Location seal();

  /** Returns the number of sealed files. */
  long files();

  /** Returns the total size of the sealed files, in bytes. */
  long bytes();
}
