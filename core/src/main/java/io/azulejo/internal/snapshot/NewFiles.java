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
 * The small files of one change: any number that are not visible before a last one names them, and
 * that last one. Closing this before the last one was published deletes the others, and the folders
 * that came with them.
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

  /** A file that holds a structure in a generic tile, and means nothing by itself. */
  void create(String structure, Location file, Slice content) {
    unnamed.add(file);
    folders.add(file.parent());
    storage.createExclusive(file, GenericTile.bytes(structure, version, content, key));
  }

  /**
   * The last file, which makes all visible.
   *
   * @throws CommitUnknownException if it is unknown whether it exists; nothing is deleted then
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
        // Other engines take an array for one as soon as it has the folder of schemas.
        for (Location empty = folder; !empty.equals(array); empty = empty.parent()) {
          storage.deleteEmptyFolder(empty);
        }
      }
    } catch (AzulejoException e) {
      // What could not be deleted is named by nothing; why the change failed is what counts.
    }
  }
}
