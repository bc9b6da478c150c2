package io.azulejo.internal.runtime;

import java.nio.file.Path;

/**
 * A factory for temporary files of work in progress. The files are on the local disk, whichever
 * store contains the array. Temporary data is therefore never uploaded, and a killed process leaves
 * nothing in an array. Thread-safe.
 */
@FunctionalInterface
public interface SpillFiles {
  /** Name of the setting that sets the folder of the files. */
  String FOLDER_SETTING = "azulejo.scratch.dir";

  /**
   * Creates an empty file. The caller must close it.
   *
   * @throws io.azulejo.error.StorageException if the file cannot be created
   */
  SpillFile create();

  /** Returns a factory for files in a local folder. The folder is created on demand. */
  static SpillFiles in(Path folder) {
    return () -> LocalSpillFile.create(folder);
  }
}
