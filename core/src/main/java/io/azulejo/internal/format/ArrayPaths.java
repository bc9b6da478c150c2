package io.azulejo.internal.format;

import java.util.Optional;

/**
 * The reserved file and folder names in an array or a group, and the paths of a fragment's files.
 * Paths are relative to the array and use slashes.
 */
public final class ArrayPaths {
  /** The schema file of an array before version 10, which has only one schema. */
  public static final String SCHEMA_FILE = "__array_schema.tdb";

  /** The folder of schema files. */
  public static final String SCHEMA_FOLDER = "__schema";

  /** The folder of enumeration files, inside the schema folder. */
  public static final String ENUMERATIONS_FOLDER = "__enumerations";

  /** The folder of metadata files of an array or a group. */
  public static final String METADATA_FOLDER = "__meta";

  /** The folder of consolidated fragment metadata. */
  public static final String FRAGMENT_META_FOLDER = "__fragment_meta";

  /** The folder of fragments. */
  public static final String FRAGMENTS_FOLDER = "__fragments";

  /** The folder of commit files and of consolidated commit, ignore and vacuum files. */
  public static final String COMMITS_FOLDER = "__commits";

  /** The folder of label arrays, which store the dimension labels. */
  public static final String LABELS_FOLDER = "__labels";

  /** The file with a fragment's metadata, in the fragment's folder. */
  public static final String FRAGMENT_METADATA_FILE = "__fragment_metadata.tdb";

  /**
   * The file with the coordinates of all dimensions, in the folder of a fragment before version 5.
   */
  public static final String COORDINATES_FILE = "__coords.tdb";

  /** The file that marks a folder as a group. */
  public static final String GROUP_FILE = "__tiledb_group.tdb";

  /** The folder of the files that list a group's members. */
  public static final String GROUP_FOLDER = "__group";

  /** The suffix of data files. */
  static final String DATA_SUFFIX = ".tdb";

  /** The suffix of fragment commit files since version 12. */
  public static final String WRITE_SUFFIX = ".wrt";

  /** The suffix of fragment commit files in versions 5 to 11. */
  public static final String OK_SUFFIX = ".ok";

  /** The suffix of files that hold a delete condition. */
  public static final String DELETE_SUFFIX = ".del";

  /** The suffix of files that hold an update: its condition and the new values. */
  public static final String UPDATE_SUFFIX = ".upd";

  /** The suffix of consolidated commit files. */
  public static final String CONSOLIDATED_COMMITS_SUFFIX = ".con";

  /** The suffix of ignore files, which cancel entries of consolidated commit files. */
  public static final String IGNORE_SUFFIX = ".ign";

  /**
   * The suffix of vacuum files. A vacuum file lists the fragments or metadata files that a
   * consolidated one replaces.
   */
  public static final String VACUUM_SUFFIX = ".vac";

  /**
   * The suffix of vacuum files that take effect only once their consolidated fragment is committed.
   * Other engines do not know this suffix and treat the file as unfinished.
   */
  public static final String PENDING_VACUUM_SUFFIX = VACUUM_SUFFIX + ".tmp";

  /** The suffix of files that announce a consolidated commit file before it is written. */
  public static final String PENDING_COMMITS_SUFFIX = CONSOLIDATED_COMMITS_SUFFIX + ".tmp";

  /** The suffix of files with consolidated fragment metadata. */
  public static final String CONSOLIDATED_METADATA_SUFFIX = ".meta";

  /** The empty file that TileDB locks when it opens an array of version 10 or earlier. */
  public static final String LOCK_FILE = "__lock.tdb";

  private ArrayPaths() {}

  /**
   * Returns the path of a schema file.
   *
   * @param name the file name; {@link #SCHEMA_FILE} lies in the root of the array
   */
  public static String schema(String name) {
    return name.equals(SCHEMA_FILE) ? name : SCHEMA_FOLDER + "/" + name;
  }

  /** Returns the path of a fragment's folder. */
  public static String fragment(FragmentName name) {
    return name.version().splitsDirectories() ? FRAGMENTS_FOLDER + "/" + name.text() : name.text();
  }

  /**
   * Returns the path of a fragment's commit file, or empty before version 5, where the metadata
   * file commits the fragment.
   */
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

  /** Returns the path of a file with consolidated fragment metadata. */
  public static String consolidatedMetadata(FragmentName name) {
    return name.version().splitsDirectories()
        ? FRAGMENT_META_FOLDER + "/" + name.text() + CONSOLIDATED_METADATA_SUFFIX
        : name.text() + CONSOLIDATED_METADATA_SUFFIX;
  }

  /**
   * Returns the path that identifies a deletion or an update in lists of processed conditions and
   * in consolidated commit files.
   *
   * @param file the name of its file, including the suffix
   */
  public static String marker(String file) {
    return COMMITS_FOLDER + "/" + file;
  }

  /** Returns the part of a file name before its first dot. This also removes double suffixes. */
  public static String stem(String file) {
    int dot = file.indexOf('.');
    return dot < 0 ? file : file.substring(0, dot);
  }

  /**
   * Returns the last component of a path or URI that is stored in a file of the array. The
   * components before it may refer to a former location of the array. Trailing slashes are ignored.
   */
  public static String lastComponent(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(path.lastIndexOf('/', end - 1) + 1, end);
  }
}
