package io.azulejo.internal.format;

import java.util.Optional;

/**
 * The reserved names within an array or a group, and where the files of a fragment lie. Paths are
 * relative to the array, their parts joined by slashes.
 */
public final class ArrayPaths {
  /** The only schema of arrays before version 10. */
  public static final String SCHEMA_FILE = "__array_schema.tdb";

  /** The folder of schemas. */
  public static final String SCHEMA_FOLDER = "__schema";

  /** The folder of enumerations within that of schemas. */
  public static final String ENUMERATIONS_FOLDER = "__enumerations";

  /** The folder of array or group metadata. */
  public static final String METADATA_FOLDER = "__meta";

  /** The folder of consolidated fragment metadata. */
  public static final String FRAGMENT_META_FOLDER = "__fragment_meta";

  /** The folder of fragments. */
  public static final String FRAGMENTS_FOLDER = "__fragments";

  /** The folder of commit files, and of files that consolidate, ignore and vacuum. */
  public static final String COMMITS_FOLDER = "__commits";

  /** The folder of the arrays of dimension labels. */
  public static final String LABELS_FOLDER = "__labels";

  /** The file of a fragment's metadata, in its folder. */
  public static final String FRAGMENT_METADATA_FILE = "__fragment_metadata.tdb";

  /** The file of zipped coordinates, in a fragment's folder. */
  public static final String COORDINATES_FILE = "__coords.tdb";

  /** The file that marks a group. */
  public static final String GROUP_FILE = "__tiledb_group.tdb";

  /** The folder of a group's details. */
  public static final String GROUP_FOLDER = "__group";

  /** The suffix of data files. */
  static final String DATA_SUFFIX = ".tdb";

  /** The suffix of files that commit a fragment since version 12. */
  public static final String WRITE_SUFFIX = ".wrt";

  /** The suffix of files that commit a fragment of versions 5 to 11. */
  public static final String OK_SUFFIX = ".ok";

  /** The suffix of files that hold a condition by which cells were deleted. */
  public static final String DELETE_SUFFIX = ".del";

  /** The suffix of files that hold a condition by which cells were updated. */
  public static final String UPDATE_SUFFIX = ".upd";

  /** The suffix of consolidated commit files. */
  public static final String CONSOLIDATED_COMMITS_SUFFIX = ".con";

  /** The suffix of files that cancel entries of consolidated commit files. */
  public static final String IGNORE_SUFFIX = ".ign";

  /** The suffix of files that list what a consolidated fragment replaces. */
  public static final String VACUUM_SUFFIX = ".vac";

  /**
   * The suffix of files that list what a consolidated fragment replaces from its commit on. Other
   * engines, which do not know it, take the file for one in the making.
   */
  public static final String PENDING_VACUUM_SUFFIX = VACUUM_SUFFIX + ".tmp";

  /** Says that somebody is about to write a file of consolidated commits. */
  public static final String PENDING_COMMITS_SUFFIX = CONSOLIDATED_COMMITS_SUFFIX + ".tmp";

  /** The suffix of consolidated fragment metadata. */
  public static final String CONSOLIDATED_METADATA_SUFFIX = ".meta";

  /** The empty file that TileDB locks to open arrays of versions up to 10. */
  public static final String LOCK_FILE = "__lock.tdb";

  private ArrayPaths() {}

  /** The file of the schema of that name. */
  public static String schema(String name) {
    return name.equals(SCHEMA_FILE) ? name : SCHEMA_FOLDER + "/" + name;
  }

  /** The folder of a fragment. */
  public static String fragment(FragmentName name) {
    return name.version().splitsDirectories() ? FRAGMENTS_FOLDER + "/" + name.text() : name.text();
  }

  /** The file that commits a fragment; empty where its metadata does. */
  public static Optional<String> commit(FragmentName name) {
    FormatVersion version = name.version();
    if (!version.hasCommitFiles()) {
      return Optional.empty();
    }
    return Optional.of(
        version.splitsDirectories()
            ? COMMITS_FOLDER + "/" + name.text() + WRITE_SUFFIX
            : name.text() + OK_SUFFIX);
  }

  /** The file that lists what a consolidated fragment of that name replaces. */
  public static String vacuum(FragmentName name) {
    return name.version().splitsDirectories()
        ? COMMITS_FOLDER + "/" + name.text() + VACUUM_SUFFIX
        : name.text() + VACUUM_SUFFIX;
  }

  /** The file of the consolidated metadata of the fragments within that name's times. */
  public static String consolidatedMetadata(FragmentName name) {
    return name.version().splitsDirectories()
        ? FRAGMENT_META_FOLDER + "/" + name.text() + CONSOLIDATED_METADATA_SUFFIX
        : name.text() + CONSOLIDATED_METADATA_SUFFIX;
  }

  /**
   * What a deletion or an update is called in lists of conditions and in consolidated commits.
   *
   * @param file the name of its file, with the suffix
   */
  public static String marker(String file) {
    return COMMITS_FOLDER + "/" + file;
  }

  /** A file's name without its suffix, that of pending vacuum files as a whole. */
  public static String stem(String file) {
    int dot = file.indexOf('.');
    return dot < 0 ? file : file.substring(0, dot);
  }

  /**
   * The last part of a path or a URI as files of an array quote them: whatever stands before it may
   * refer to another place, where the array once was.
   */
  public static String lastComponent(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(path.lastIndexOf('/', end - 1) + 1, end);
  }
}
