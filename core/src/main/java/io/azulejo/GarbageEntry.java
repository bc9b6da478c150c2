package io.azulejo;

import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Garbage;
import io.azulejo.internal.snapshot.GarbageFile;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Something in an array or a group that nothing refers to.
 *
 * @param location the file or folder
 * @param kind what it is
 * @param bytes the bytes of its files
 * @param cells the cells of a complete fragment; empty of all else
 * @param age how old its newest file is; empty where the store does not tell
 * @param removed whether it was removed
 */
public record GarbageEntry(
    Location location,
    Kind kind,
    long bytes,
    OptionalLong cells,
    Optional<Duration> age,
    boolean removed) {
  /** What garbage is. */
  public enum Kind {
    /** A part of a fragment that was not committed, or whose removal was interrupted. */
    FRAGMENT,
    /**
     * A whole fragment that nothing commits: its writer died at the last moment, or is about to
     * commit it, or its commit was lost. It stays unless its removal is asked for; {@code azulejo
     * repair --recover} commits it.
     */
    COMPLETE_FRAGMENT,
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
    /**
     * What is left of an array that was not created or copied to the end, or is half removed: no
     * fragment that could be read, or a copy of one that is elsewhere.
     */
    ARRAY_REMAINS,
    /**
     * Fragments without any schema: their array is half removed, or its schemas were lost. They
     * stay unless their removal is asked for; {@code azulejo rm} removes them, too.
     */
    LOST_ARRAY
  }

  /** Finds garbage and removes what is old enough. */
  static GcReport collect(
      Storage storage,
      Location location,
      GcOptions options,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    long now = System.currentTimeMillis();
    List<GarbageEntry> entries = new ArrayList<>();
    Garbage.Found found = Garbage.find(storage, location, key, tasks);
    options.requireThere(found.files(), location);
    for (GarbageFile file : found.files()) {
      Optional<Duration> age =
          file.modified().stream().boxed().findFirst().map(t -> Duration.ofMillis(now - t));
      boolean old =
          options.olderThan().isZero()
              || age.filter(a -> a.compareTo(options.olderThan()) > 0).isPresent();
      boolean removed =
          old
              && options.removes(file)
              && !options.isDryRun()
              && Garbage.delete(storage, file, key, tasks);
      entries.add(
          new GarbageEntry(
              file.location(),
              Kind.valueOf(file.kind().name()),
              file.bytes(),
              file.cells(),
              age,
              removed));
    }
    return new GcReport(List.copyOf(entries), List.copyOf(found.refused()));
  }
}
