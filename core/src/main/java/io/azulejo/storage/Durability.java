package io.azulejo.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What the local file system is asked for so that a power failure loses nothing. */
interface Durability {
  /** Waits until contents and names are on the disk. */
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
            // Windows, where names are durable without, or a folder that may be written but not
            // read.
            return;
          }
          try (channel) {
            channel.force(true);
          }
        }
      };

  /** Leaves it to the operating system when it writes. */
  Durability NONE =
      new Durability() {
        @Override
        public void contents(FileChannel file) {}

        @Override
        public void names(Path folder) {}
      };

  /** Makes the bytes of a file durable. */
  void contents(FileChannel file) throws IOException;

  /** Makes the names in a folder durable: what was created, moved or deleted there. */
  void names(Path folder) throws IOException;

  /**
   * Makes the names in a folder durable, after a deletion there; where the folder is gone as well,
   * those in the first one above that is there, and with them that it is gone.
   */
  default void deleted(Path folder) throws IOException {
    for (Path there = folder; there != null; there = there.getParent()) {
      try {
        names(there);
        return;
      } catch (NoSuchFileException e) {
        // Somebody deleted it meanwhile, and may not have made that durable yet.
      }
    }
  }
}
