package io.azulejo;

import io.azulejo.internal.filter.EncryptionKey;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Garbage;
import io.azulejo.internal.snapshot.GarbageFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Something in an array or a group that nothing refers to.
 *
 * @param location the file or folder
 * @param kind what it is
 * @param bytes the bytes of its files
 * @param age how old its newest file is; empty where the store does not tell
 * @param removed whether it was removed
 */
public record GarbageEntry(
    Location location, Kind kind, long bytes, Optional<Duration> age, boolean removed) {
  /** What garbage is. */
  public enum Kind {
    /** A fragment that was not committed, or whose removal was interrupted. */
    FRAGMENT,
    /** A file in the making. */
    TEMPORARY_FILE,
    /** An enumeration that no schema names. */
    ENUMERATION,
    /**
     * The array of a dimension label that no schema names; or in one that is named a second schema,
     * the same as the first, of somebody who wanted to create it, too.
     */
    LABEL_ARRAY,
    /** A list of commits, or of what was replaced, that says nothing any more. */
    COMMITS_FILE,
    /** What is left of an array that was not created, or is half removed. */
    ARRAY_REMAINS
  }

  /** Finds garbage and removes what is old enough. */
  static List<GarbageEntry> collect(
      Storage storage,
      Location location,
      GcOptions options,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    long now = System.currentTimeMillis();
    List<GarbageEntry> entries = new ArrayList<>();
    for (GarbageFile file : Garbage.find(storage, location, key, tasks)) {
      Optional<Duration> age =
          file.modified().stream().boxed().findFirst().map(t -> Duration.ofMillis(now - t));
      boolean old =
          options.olderThan().isZero()
              || age.filter(a -> a.compareTo(options.olderThan()) > 0).isPresent();
      boolean removed = old && !options.isDryRun() && Garbage.delete(storage, file, key, tasks);
      entries.add(
          new GarbageEntry(
              file.location(), Kind.valueOf(file.kind().name()), file.bytes(), age, removed));
    }
    return entries;
  }
}
