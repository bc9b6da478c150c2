package io.azulejo.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Strategy that makes changes of the local file system durable, so that they survive a power
 * failure.
 */
interface Durability {
  /** Waits until file contents and directory entries are on disk. */
  Durability SYNC =
      new Durability() {
        @Override
        public void contents(FileChannel file) throws IOException {
          file.force(true);
        }

        @Override
        public boolean names(Path folder) throws IOException {
          FileChannel channel;
          try {
            channel = FileChannel.open(folder, StandardOpenOption.READ);
          } catch (AccessDeniedException e) {
            // On Windows, where names are durable anyway, or if the folder is writable but not
            // readable.
            return false;
          }
          try (channel) {
            channel.force(true);
          }
          return true;
        }
      };

  /** Does not wait; the operating system writes the data back at some later time. */
  Durability NONE =
      new Durability() {
        @Override
        public void contents(FileChannel file) {}

        @Override
        public boolean names(Path folder) {
          return true;
        }
      };

  /** Makes the contents of a file durable. */
  void contents(FileChannel file) throws IOException;

  /**
   * Makes the directory entries of a folder durable, after files were created, moved or deleted in
   * it. This includes empty files: an empty file has no content that needs a sync.
   *
   * @return false if the system does not let this process sync the folder; a sync of a file in it
   *     must then do
   */
  boolean names(Path folder) throws IOException;

  /**
   * Makes a deletion in a folder durable. If the folder itself no longer exists, syncs its lowest
   * existing ancestor, which makes the deletion of the folder durable.
   */
  default void deleted(Path folder) throws IOException {
    for (Path there = folder; there != null; there = there.getParent()) {
      try {
        names(there);
        return;
      } catch (NoSuchFileException e) {
        // Another process deleted the folder. That deletion may not be durable yet.
      }
    }
  }
}
