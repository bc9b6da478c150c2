package io.azulejo.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Folders whose own names are durable, so that a new file in such a folder needs one sync of the
 * folder instead of two. Many small writes to one array use the same few folders. Thread-safe.
 *
 * <p>Another process may delete a folder, create it again and crash before it syncs the new name.
 * Therefore a folder is recognized by its file key and its creation time. A file system that lacks
 * one of them never gets a match while files are added, and pays the second sync. A young folder is
 * not remembered, because the clock of a file system may give two folders the same creation time.
 */
final class DurableFolders {
  private static final int MAX_FOLDERS = 256;

  /** Minimum age of a remembered folder; longer than one tick of any file system's clock. */
  private static final long MIN_AGE_MILLIS = 3_000;

  private final LongSupplier clock;
  private final Map<Path, Identity> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Identity> eldest) {
          return size() > MAX_FOLDERS;
        }
      };

  /** Creates an empty set that takes the age of folders from a clock in milliseconds since 1970. */
  DurableFolders(LongSupplier clock) {
    this.clock = clock;
  }

  /** Distinguishes a folder from earlier and later folders with the same path. */
  private record Identity(Object key, FileTime created) {}

  /** A folder that exists, as it was when it was looked up. */
  final class Folder {
    private final Path path;
    private final @Nullable Identity identity;

    private Folder(Path path, @Nullable Identity identity) {
      this.path = path;
      this.identity = identity;
    }

    /**
     * Returns the folders to sync so that the names of new files in this folder are durable. The
     * caller must have created the files: this method looks the folder up again, in case another
     * process replaced it before.
     */
    List<Path> changed() {
      return isDurable() ? List.of(path) : List.of(path.getParent(), path);
    }

    private boolean isDurable() {
      if (path.getParent() == null) {
        return true;
      }
      Folder now = isKnown() ? find(path) : null;
      return now != null && now.isKnown();
    }

    /** Makes the name of this folder durable if it is not known to be, before it gets a folder. */
    void syncName(Durability durability) throws IOException {
      if (path.getParent() != null && !isKnown()) {
        durability.names(path.getParent());
        remember();
      }
    }

    /**
     * Makes the names of new files durable; see {@link #changed}.
     *
     * @return false if the system does not let this process sync this folder
     */
    boolean sync(Durability durability) throws IOException {
      Path parent = path.getParent();
      if (parent != null && !isDurable()) {
        durability.names(parent);
        remember();
      }
      return durability.names(path);
    }

    private boolean isKnown() {
      synchronized (known) {
        return identity != null && identity.equals(known.get(path));
      }
    }

    /** Records that the folder above was synced successfully since this folder was looked up. */
    void remember() {
      if (identity != null && clock.getAsLong() - identity.created().toMillis() >= MIN_AGE_MILLIS) {
        synchronized (known) {
          known.put(path, identity);
        }
      }
    }
  }

  /** Returns the folder at a path, or null if the path is not a folder or is not accessible. */
  @Nullable Folder find(Path path) {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return null;
    }
    if (attributes.isDirectory()) {
      Object key = attributes.fileKey();
      return new Folder(path, key == null ? null : new Identity(key, attributes.creationTime()));
    }
    // The name of a link can be replaced while the folder behind it stays.
    return attributes.isSymbolicLink() && Files.isDirectory(path) ? new Folder(path, null) : null;
  }

  /** Returns a folder that this process has just created. */
  Folder made(Path path) {
    return new Folder(path, null);
  }
}
