package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.stream.Stream;

/**
 * Decides which files count as data in a location where something was lost, partly deleted or never
 * committed. Temporary files never count.
 */
public final class DataRemains {
  private static final String TEMPORARY_SUFFIX = ".tmp";

  private DataRemains() {}

  /** Returns whether a file is unfinished, according to its name. */
  public static boolean isTemporary(String name) {
    return name.endsWith(TEMPORARY_SUFFIX);
  }

  /**
   * Returns whether a folder that is neither an array nor a group contains data left by an
   * interrupted deletion. The data would become part of an array or a group that is created there.
   *
   * <p>Data are fragments, commits, footers, metadata, members, and label arrays with any of these.
   * Label schemas, enumerations and lock files do not count, because concurrent creations of the
   * same array leave them behind.
   */
  static boolean isAt(Storage storage, Location location) {
    return storage.names(location).stream().anyMatch(name -> isData(storage, location, name));
  }

  private static boolean isData(Storage storage, Location location, String name) {
    Location place = location.resolve(name);
    return switch (name) {
      case ArrayPaths.FRAGMENTS_FOLDER,
          ArrayPaths.COMMITS_FOLDER,
          ArrayPaths.FRAGMENT_META_FOLDER,
          ArrayPaths.METADATA_FOLDER,
          ArrayPaths.GROUP_FOLDER ->
          hasFiles(storage, place);
      case ArrayPaths.LABELS_FOLDER -> {
        List<String> labels = storage.names(place);
        yield labels.stream().anyMatch(label -> isAt(storage, place.resolve(label)));
      }
      default -> name.startsWith("__") && FragmentName.parse(name).isPresent();
    };
  }

  private static boolean hasFiles(Storage storage, Location folder) {
    return storage.names(folder).stream().anyMatch(name -> !isTemporary(name));
  }

  /**
   * Returns whether the remains of an array or a group may contain the only copy of data: metadata,
   * members, the metadata file of a fragment, or a label array with any of these. Other remains do
   * not count, because a fragment is unreadable without its metadata file.
   */
  public static boolean mayBeOnlyCopy(Storage storage, Location remains) {
    Location labels = remains.resolve(ArrayPaths.LABELS_FOLDER);
    return hasFiles(storage, remains.resolve(ArrayPaths.METADATA_FOLDER))
        || hasFiles(storage, remains.resolve(ArrayPaths.GROUP_FOLDER))
        || Stream.of(remains, remains.resolve(ArrayPaths.FRAGMENTS_FOLDER))
            .flatMap(folder -> storage.names(folder).stream().map(folder::resolve))
            .map(fragment -> fragment.resolve(ArrayPaths.FRAGMENT_METADATA_FILE))
            .anyMatch(metadata -> storage.find(metadata).isPresent())
        || storage.names(labels).stream()
            .anyMatch(label -> mayBeOnlyCopy(storage, labels.resolve(label)));
  }

  /**
   * Returns whether an uncommitted fragment may contain the only copy of its cells. This is the
   * case if the fragment is complete, or if it may have lost the file that commits it. Up to
   * version 4, that file is the fragment's metadata file.
   */
  public static boolean mayBeOnlyCopy(Storage storage, ArrayDirectory.FragmentFolder fragment) {
    return fragment.name().version().hasCommitFiles()
        ? storage.names(fragment.location()).contains(ArrayPaths.FRAGMENT_METADATA_FILE)
        : hasFiles(storage, fragment.location());
  }
}
