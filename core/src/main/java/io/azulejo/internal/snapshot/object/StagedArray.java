package io.azulejo.internal.snapshot.object;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.SchemaNeeds;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.snapshot.ArrayCreation;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.MetadataFolder;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * An array that is filled before it becomes visible. Its schema is stored after everything else. If
 * the array is closed before that, all stored files are deleted. Not thread-safe.
 */
public final class StagedArray implements AutoCloseable {
  private final WritableArray array;
  private final long time;
  private final List<Runnable> undoing = new ArrayList<>();

  /** Whether the array may be visible to readers. */
  private boolean published;

  private StagedArray(WritableArray array, long time) {
    this.array = array;
    this.time = time;
  }

  /**
   * Begins an array without writing any file. The caller stores the label arrays.
   *
   * @param schema the schema of the array, with loaded enumerations
   * @param version the format version of all files of the array
   * @param key the array's encryption key, if it has one
   * @param time the timestamp of all files in milliseconds since 1970
   */
  public static StagedArray begin(
      Storage storage,
      Location location,
      ArraySchema schema,
      FormatVersion version,
      Optional<EncryptionKey> key,
      long time) {
    SchemaNeeds.require(version, schema);
    String name = ArrayCreation.schemaName(version, time);
    StoredSchema stored = new StoredSchema(version, schema);
    return new StagedArray(new WritableArray(storage, location, key, name, stored), time);
  }

  /** Returns the array for writing. */
  public WritableArray writable() {
    return array;
  }

  /** Returns the location of the label array of a dimension label. */
  public Location place(DimensionLabel label) {
    return array.location().resolve(label.uri());
  }

  /**
   * Registers a label array that the caller has stored. Closing then deletes it if the array was
   * not published.
   */
  public void addLabel(DimensionLabel label) {
    undoing.add(() -> ObjectRemoval.remove(array.storage(), place(label)));
  }

  /** Adds fragments whose files are complete. */
  public void add(List<FragmentName> fragments) {
    for (FragmentName name : fragments) {
      Location folder = array.location().resolve(ArrayPaths.fragment(name));
      Location commit = array.location().resolve(ArrayPaths.commit(name).orElseThrow());
      undoing.add(
          () -> {
            array.storage().delete(commit);
            array.storage().deleteFolder(folder);
          });
    }
    // The fragments need not be committed atomically, because they are not visible yet.
    fragments.forEach(name -> Commit.fragments(array, List.of(name)));
  }

  /** Adds metadata to the array. An empty list has no effect. */
  public void addMetadata(List<ArrayMetadataFormat.Entry> entries) {
    if (!entries.isEmpty()) {
      Location file = MetadataFolder.place(array.location(), time);
      undoing.add(() -> array.storage().delete(file));
      MetadataFolder.publish(array.storage(), file, array.writeVersion(), array.key(), entries);
    }
  }

  /**
   * Stores the schema, which makes the array visible.
   *
   * @throws io.azulejo.error.CommitUnknownException if it is unknown whether the array is visible;
   *     closing then deletes nothing
   */
  public void publish() {
    try {
      ArrayCreation.publish(array);
      published = true;
    } catch (CommitUnknownException e) {
      published = true;
      throw e;
    }
  }

  @Override
  public void close() {
    Collections.reverse(undoing);
    if (published) {
      return;
    }
    // Clean up even if the thread was interrupted.
    boolean interrupted = Thread.interrupted();
    undoing.forEach(StagedArray::attempt);
    undoing.clear();
    if (array.schema().version().needsLockFile()) {
      attempt(() -> array.storage().delete(array.location().resolve(ArrayPaths.LOCK_FILE)));
    }
    attempt(this::deleteFolders);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void attempt(Runnable deletion) {
    try {
      deletion.run();
    } catch (AzulejoException e) {
      // Files that could not be deleted do not make an array. The caller needs the original
      // exception.
      return;
    }
  }

  private void deleteFolders() {
    for (String folder :
        List.of(
            ArrayPaths.COMMITS_FOLDER,
            ArrayPaths.FRAGMENTS_FOLDER,
            ArrayPaths.METADATA_FOLDER,
            ArrayPaths.LABELS_FOLDER)) {
      array.storage().deleteEmptyFolder(array.location().resolve(folder));
    }
    array.storage().deleteEmptyFolder(array.location());
  }
}
