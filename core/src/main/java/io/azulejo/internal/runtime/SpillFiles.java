package io.azulejo.internal.runtime;

import java.nio.file.Path;

/**
 * Creates temporary files for work in progress on the local disk, whatever store the array is in.
 * So temporary data is never uploaded, and a killed process leaves nothing in an array.
 * Thread-safe.
 */
@FunctionalInterface
public interface SpillFiles {
  /** The setting that names the folder. */
  String FOLDER_SETTING = "azulejo.scratch.dir";

  /**
   * Creates an empty file.
   *
   * @throws io.azulejo.error.StorageException if it cannot be created
   */
  SpillFile create();

  /** Returns a factory for files in a local folder, which is created on demand. */
  static SpillFiles in(Path folder) {
    return () -> LocalSpillFile.create(folder);
  }
}
