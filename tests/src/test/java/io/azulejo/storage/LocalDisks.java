package io.azulejo.storage;

import io.azulejo.testkit.disk.Disk;

/** Stores of local files that lie on a disk of a test. */
public final class LocalDisks {
  private LocalDisks() {}

  /** The store of local files, as it is on the file system of the platform, for all schemes. */
  public static Storage storage(Disk disk) {
    return new LocalStorage(
        disk.fileSystem(), Durability.SYNC, new DurableFolders(() -> Long.MAX_VALUE));
  }
}
