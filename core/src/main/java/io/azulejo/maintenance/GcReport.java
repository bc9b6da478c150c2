package io.azulejo.maintenance;

import io.azulejo.error.AzulejoException;
import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The garbage that a garbage collection found, and whether it was removed. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interface; later releases may add methods.
 */
public interface GcReport {
  /** Returns all garbage that was found, removed or not. */
  List<Entry> entries();

  /**
   * Returns one exception for each array or group in the folder that could not be examined, for
   * example because it is damaged. The files of these arrays and groups were not touched.
   */
  List<AzulejoException> refused();

  /**
   * Returns the exception with which the store refused to list unfinished uploads, for example
   * because a permission is missing. Empty if the store listed them.
   */
  Optional<AzulejoException> uploadsUnknown();

  /** An unreferenced file or folder of an array or a group, or an unfinished upload. */
  interface Entry {
    /** Returns the location of the file, folder or upload. */
    Location location();

    /** Returns the kind of garbage. */
    Kind kind();

    /**
     * Returns the total size of the files, in bytes. 0 for uploads, because stores do not report
     * their size.
     */
    long bytes();

    /** Returns the number of cells of a complete fragment; empty for other kinds of garbage. */
    OptionalLong cells();

    /**
     * Returns the age of the newest file or of the upload; empty if the store does not report it.
     */
    Optional<Duration> age();

    /** Returns whether the garbage was removed. */
    boolean removed();
  }

  /** The kinds of garbage. */
  enum Kind {
    /** An incomplete fragment: it was never committed, or its removal was interrupted. */
    FRAGMENT,
    /**
     * A complete fragment without a commit: its commit never happened, is about to happen, or was
     * lost. It may be the only copy of its cells, and is kept unless the request asks for its
     * removal. {@code azulejo repair --recover} commits it.
     */
    COMPLETE_FRAGMENT,
    /**
     * Data files of a fragment of format versions 1 to 4 without the metadata file that commits the
     * fragment. Its writer was killed, or the metadata file was lost. Kept unless the request asks
     * for its removal.
     */
    LOST_FRAGMENT,
    /** A temporary file that an interrupted change left behind. */
    TEMPORARY_FILE,
    /**
     * A multipart upload that was never completed. It is invisible to readers, but the store
     * charges for the uploaded parts.
     */
    UNFINISHED_UPLOAD,
    /**
     * An enumeration that no schema references. Its writer was killed, or a schema was lost. Kept
     * unless the request asks for its removal.
     */
    ENUMERATION,
    /**
     * The array of a dimension label that no schema references and that has no cells. Also a
     * redundant second schema in a referenced label array, left by a concurrent attempt to create
     * that array.
     */
    LABEL_ARRAY,
    /** A list of commits or of replaced files that no longer has any effect. */
    COMMITS_FILE,
    /**
     * The remains of an array whose creation, copy or removal was interrupted. They do not contain
     * a readable fragment, except copies of fragments that are stored elsewhere.
     */
    ARRAY_REMAINS,
    /**
     * Remains that may be the only copy of data, in one of these forms:
     *
     * <ul>
     *   <li>fragments or metadata in an array folder that has no schema
     *   <li>members or metadata in a group folder that lacks the group's marker file
     *   <li>cells of a dimension label that no schema references
     * </ul>
     *
     * <p>The removal of the array or group was interrupted, or the missing file was lost. Kept
     * unless the request asks for its removal; {@code azulejo rm} also removes it.
     */
    LOST_ARRAY;

    /**
     * Returns whether garbage of this kind may be the only copy of data. Such garbage is kept
     * unless the request asks for its removal.
     */
    public boolean mayBeOnlyCopy() {
      return switch (this) {
        case COMPLETE_FRAGMENT, LOST_FRAGMENT, ENUMERATION, LOST_ARRAY -> true;
        default -> false;
      };
    }
  }
}
