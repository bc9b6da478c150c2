package io.azulejo.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes changes of the local file system durable, so that they survive a power failure. */
interface Durability {
  /** Waits until contents and names are on disk. */
  Durability SYNC =
      new Durability() {
        @Override
        public void contents(FileChannel file) throws IOException {
          file.force(true);
        }

        @Override
        public void names(Path folder) throws IOException {
          FileChannel channel;
          try {
            channel = FileChannel.open(folder, StandardOpenOption.READ);
          } catch (AccessDeniedException e) {
            // Windows, where names are durable anyway, or a folder that is writable but not
            // readable.
            return;
          }
          try (channel) {
            channel.force(true);
          }
        }
      };

  /** Leaves writing back to the operating system. */
  Durability NONE =
      new Durability() {
        @Override
        public void contents(FileChannel file) {}

        @Override
        public void names(Path folder) {}
      };

  /** Makes the bytes of a file durable. */
  void contents(FileChannel file) throws IOException;

  /** Makes the names in a folder durable: everything created, moved or deleted there. */
  void names(Path folder) throws IOException;

  /**
   * Makes a deletion in a folder durable. If the folder is gone, too, syncs the lowest ancestor
   * that exists, which makes the deletion of the folder durable.
   */
  default void deleted(Path folder) throws IOException {
    for (Path there = folder; there != null; there = there.getParent()) {
      try {
        names(there);
        return;
      } catch (NoSuchFileException e) {
        // Deleted concurrently, and that deletion may not be durable yet.
      }
    }
  }
}
