package io.azulejo.internal.runtime;

import java.nio.file.Path;

/**
 * Where the files of work in progress lie: on the local disk of the process, whatever store the
 * array is in, so that nothing temporary is uploaded, and a killed process leaves nothing in an
 * array. For use by many threads.
 */
@FunctionalInterface
public interface SpillFiles {
  /** The setting that names the folder. */
  String FOLDER_SETTING = "azulejo.scratch.dir";

  /**
   * A new, empty file.
   *
   * @throws io.azulejo.error.StorageException if none can be created
   */
  SpillFile create();

  /** Files in a folder of the local disk, which is made when it is needed. */
  static SpillFiles in(Path folder) {
    return () -> LocalSpillFile.create(folder);
  }
}
