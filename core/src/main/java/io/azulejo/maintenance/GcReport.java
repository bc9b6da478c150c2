package io.azulejo.maintenance;

import io.azulejo.error.AzulejoException;
import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The garbage that a garbage collection found and removed. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interface; later releases may add methods.
 */
public interface GcReport {
  /** Returns everything that is unreferenced, removed or not. */
  List<Entry> entries();

  /**
   * Returns why arrays or groups in the folder could not be examined, for example because of
   * damage. Their files were not touched.
   */
  List<AzulejoException> refused();

  /**
   * Returns why the store did not list unfinished uploads, for example because of a missing
   * permission; empty if it did.
   */
  Optional<AzulejoException> uploadsUnknown();

  /** An unreferenced file or folder of an array or a group. */
  interface Entry {
    /** Returns its location. */
    Location location();

    /** Returns the kind of garbage. */
    Kind kind();

    /** Returns the size of its files in bytes; 0 for uploads, whose size stores do not report. */
    long bytes();

    /** Returns the number of cells of a complete fragment; empty for everything else. */
    OptionalLong cells();

    /** Returns the age of the newest file; empty if the store does not report it. */
    Optional<Duration> age();

    /** Returns whether it was removed. */
    boolean removed();
  }

  /** The kinds of garbage. */
  enum Kind {
    /** A fragment that was not committed, or whose interrupted removal left it incomplete. */
    FRAGMENT,
    /**
     * A complete fragment that was never committed, is about to be, or lost its commit. It may be
     * the only copy of its cells. Kept unless its removal is requested; {@code azulejo repair
     * --recover} commits it.
     */
    COMPLETE_FRAGMENT,
    /**
     * Data files of a fragment of format versions 1 to 4 without the metadata file that commits it:
     * the writer was killed, or the file was lost. Kept unless their removal is requested.
     */
    LOST_FRAGMENT,
    /** A temporary file. */
    TEMPORARY_FILE,
    /** A multipart upload that was never completed: invisible, but the store bills its parts. */
    UNFINISHED_UPLOAD,
    /**
     * An enumeration that no schema references: its writer was killed, or a schema was lost. Kept
     * unless its removal is requested.
     */
    ENUMERATION,
    /**
     * An array of a dimension label that has no cells and that no schema references. Or a redundant
     * second schema in a referenced one, from a concurrent attempt to create it.
     */
    LABEL_ARRAY,
    /** A list of commits or replaced files that has no effect any more. */
    COMMITS_FILE,
    /**
     * The remains of an array whose creation, copy or removal was interrupted. They contain no
     * readable fragment, or only copies of fragments stored elsewhere.
     */
    ARRAY_REMAINS,
    /**
     * Fragments, metadata or members without any schema, without the file that marks a group, or of
     * a dimension label that no schema references. Their array or group is half removed, or that
     * file was lost. Kept unless their removal is requested; {@code azulejo rm} removes them, too.
     */
    LOST_ARRAY;

    /**
     * Returns whether garbage of this kind may be the only copy of data. It is kept unless its
     * removal is requested.
     */
    public boolean mayBeOnlyCopy() {
      return switch (this) {
        case COMPLETE_FRAGMENT, LOST_FRAGMENT, ENUMERATION, LOST_ARRAY -> true;
        default -> false;
      };
    }
  }
}
