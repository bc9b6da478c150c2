package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The small files of one change. These files have no effect until the last file is published, which
 * refers to them. If this object is closed before the last file is published, it deletes the other
 * files and their new folders.
 */
final class NewFiles implements AutoCloseable {
  private final Storage storage;
  private final Location array;
  private final FormatVersion version;
  private final Optional<EncryptionKey> key;
  private final List<Location> unnamed = new ArrayList<>();
  private final Set<Location> folders = new LinkedHashSet<>();

  NewFiles(Storage storage, Location array, FormatVersion version, Optional<EncryptionKey> key) {
    this.storage = storage;
    this.array = array;
    this.version = version;
    this.key = key;
  }

  /** Stores a structure in a file that has no effect by itself. */
  void create(String structure, Location file, Slice content) {
    unnamed.add(file);
    folders.add(file.parent());
    storage.createExclusive(file, GenericTile.bytes(structure, version, content, key));
  }

  /**
   * Stores the last file, which makes all files visible.
   *
   * @throws CommitUnknownException if it is unknown whether the file exists; closing then deletes
   *     nothing
   */
  void publish(String structure, Location file, Slice content) {
    folders.add(file.parent());
    try {
      Commit.publish(storage, file, GenericTile.bytes(structure, version, content, key));
      keepAll();
    } catch (CommitUnknownException e) {
      keepAll();
      throw e;
    }
  }

  private void keepAll() {
    unnamed.clear();
    folders.clear();
  }

  @Override
  public void close() {
    try {
      storage.delete(unnamed);
      for (Location folder : folders) {
        // Other engines treat a location as an array as soon as it contains the schema folder.
        for (Location empty = folder; !empty.equals(array); empty = empty.parent()) {
          storage.deleteEmptyFolder(empty);
        }
      }
    } catch (AzulejoException e) {
      // Files that could not be deleted have no effect. The caller needs the original exception.
    }
  }
}
