package io.azulejo.internal.format;

import java.util.Optional;

/**
 * Reserved names in an array or a group, and the paths of a fragment's files. Paths are relative to
 * the array and use slashes.
 */
public final class ArrayPaths {
  /** The only schema of an array before version 10. */
  public static final String SCHEMA_FILE = "__array_schema.tdb";

  /** The folder of schemas. */
  public static final String SCHEMA_FOLDER = "__schema";

  /** The folder of enumerations, inside the folder of schemas. */
  public static final String ENUMERATIONS_FOLDER = "__enumerations";

  /** The folder of array or group metadata. */
  public static final String METADATA_FOLDER = "__meta";

  /** The folder of consolidated fragment metadata. */
  public static final String FRAGMENT_META_FOLDER = "__fragment_meta";

  /** The folder of fragments. */
  public static final String FRAGMENTS_FOLDER = "__fragments";

  /** The folder of commit files and of consolidated commit, ignore and vacuum files. */
  public static final String COMMITS_FOLDER = "__commits";

  /** The folder of the dimension labels' arrays. */
  public static final String LABELS_FOLDER = "__labels";

  /** The file with a fragment's metadata, in the fragment's folder. */
  public static final String FRAGMENT_METADATA_FILE = "__fragment_metadata.tdb";

  /** The file of zipped coordinates, in the fragment's folder. */
  public static final String COORDINATES_FILE = "__coords.tdb";

  /** The file that marks a group. */
  public static final String GROUP_FILE = "__tiledb_group.tdb";

  /** The folder of a group's details. */
  public static final String GROUP_FOLDER = "__group";

  /** The suffix of data files. */
  static final String DATA_SUFFIX = ".tdb";

  /** The suffix of commit files of fragments since version 12. */
  public static final String WRITE_SUFFIX = ".wrt";

  /** The suffix of commit files of fragments of versions 5 to 11. */
  public static final String OK_SUFFIX = ".ok";

  /** The suffix of files that hold the condition of a deletion. */
  public static final String DELETE_SUFFIX = ".del";

  /** The suffix of files that hold the condition of an update. */
  public static final String UPDATE_SUFFIX = ".upd";

  /** The suffix of consolidated commit files. */
  public static final String CONSOLIDATED_COMMITS_SUFFIX = ".con";

  /** The suffix of files that cancel entries of consolidated commit files. */
  public static final String IGNORE_SUFFIX = ".ign";

  /** The suffix of files that list the fragments which a consolidated fragment replaces. */
  public static final String VACUUM_SUFFIX = ".vac";

  /**
   * The suffix of vacuum files that take effect only once their consolidated fragment is committed.
   * Other engines do not know this suffix and take the file for an unfinished one.
   */
  public static final String PENDING_VACUUM_SUFFIX = VACUUM_SUFFIX + ".tmp";

  /** The suffix of files which announce a file of consolidated commits before it is written. */
  public static final String PENDING_COMMITS_SUFFIX = CONSOLIDATED_COMMITS_SUFFIX + ".tmp";

  /** The suffix of consolidated fragment metadata. */
  public static final String CONSOLIDATED_METADATA_SUFFIX = ".meta";

  /** The empty file that TileDB locks to open arrays of versions up to 10. */
  public static final String LOCK_FILE = "__lock.tdb";

  private ArrayPaths() {}

  /** Returns the path of the schema file with this name. */
  public static String schema(String name) {
    return name.equals(SCHEMA_FILE) ? name : SCHEMA_FOLDER + "/" + name;
  }

  /** Returns the path of a fragment's folder. */
  public static String fragment(FragmentName name) {
    return name.version().splitsDirectories() ? FRAGMENTS_FOLDER + "/" + name.text() : name.text();
  }

  /** Returns the path of a fragment's commit file; empty if its metadata commits it. */
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

  /** Returns the path of the vacuum file of a consolidated fragment. */
  public static String vacuum(FragmentName name) {
    return name.version().splitsDirectories()
        ? COMMITS_FOLDER + "/" + name.text() + VACUUM_SUFFIX
        : name.text() + VACUUM_SUFFIX;
  }

  /** Returns the path of a file of consolidated fragment metadata. */
  public static String consolidatedMetadata(FragmentName name) {
    return name.version().splitsDirectories()
        ? FRAGMENT_META_FOLDER + "/" + name.text() + CONSOLIDATED_METADATA_SUFFIX
        : name.text() + CONSOLIDATED_METADATA_SUFFIX;
  }

  /**
   * Returns the name of a deletion or an update in lists of conditions and in consolidated commits.
   *
   * @param file the name of its file, with the suffix
   */
  public static String marker(String file) {
    return COMMITS_FOLDER + "/" + file;
  }

  /** Returns a file's name up to its first dot, so that double suffixes are removed, too. */
  public static String stem(String file) {
    int dot = file.indexOf('.');
    return dot < 0 ? file : file.substring(0, dot);
  }

  /**
   * Returns the last component of a path or URI that a file of the array quotes. The components
   * before it may refer to a former location of the array.
   */
  public static String lastComponent(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(path.lastIndexOf('/', end - 1) + 1, end);
  }
}
