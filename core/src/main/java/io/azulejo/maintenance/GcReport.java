package io.azulejo.maintenance;

import io.azulejo.error.AzulejoException;
import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The garbage that was found and removed. Immutable.
 *
 * <p>Azulejo implements this interface and the one in it; later releases may add methods.
 */
public interface GcReport {
  /** Returns all that nothing refers to, removed or not. */
  List<Entry> entries();

  /**
   * Returns why arrays or groups in the folder could not be examined, such as damage. Their files
   * were left as they are.
   */
  List<AzulejoException> refused();

  /**
   * Returns why the store did not list unfinished uploads, such as a missing permission; empty if
   * it did.
   */
  Optional<AzulejoException> uploadsUnknown();

  /** Something in an array or a group that nothing refers to. */
  interface Entry {
    /** Returns the file or folder. */
    Location location();

    /** Returns the kind of garbage. */
    Kind kind();

    /** Returns the bytes of its files; 0 for an upload, because stores do not tell its size. */
    long bytes();

    /** Returns the number of cells of a complete fragment; empty for everything else. */
    OptionalLong cells();

    /** Returns the age of the newest file; empty if the store does not tell. */
    Optional<Duration> age();

    /** Returns whether it was removed. */
    boolean removed();
  }

  /** The kinds of garbage. */
  enum Kind {
    /**
     * A fragment that was not committed, or whose removal was interrupted: a part of it is gone.
     */
    FRAGMENT,
    /**
     * A complete fragment that nothing commits: its writer died at the last moment, or is about to
     * commit it, or its commit was lost. It may be the only copy of its cells. It stays unless its
     * removal is asked for; {@code azulejo repair --recover} commits it.
     */
    COMPLETE_FRAGMENT,
    /**
     * Data files of a fragment of format versions 1 to 4 without the metadata file, which alone
     * commits such a fragment: its writer was killed, or the file was lost. They stay unless their
     * removal is asked for.
     */
    LOST_FRAGMENT,
    /** A file in the making. */
    TEMPORARY_FILE,
    /**
     * A file of which parts were uploaded and that was never completed: nobody sees it, but the
     * store keeps the parts, and charges for them.
     */
    UNFINISHED_UPLOAD,
    /**
     * An enumeration that no schema names: its writer was killed, or a schema was lost. It stays
     * unless its removal is asked for.
     */
    ENUMERATION,
    /**
     * The array without cells of a dimension label that no schema names; or in one that is named a
     * second schema, the same as the first, of somebody who wanted to create it, too.
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
     * Fragments, metadata or members without any schema, or without the file that marks a group, or
     * of a dimension label that no schema names: their array or group is half removed, or that file
     * was lost. They stay unless their removal is asked for; {@code azulejo rm} removes them, too.
     */
    LOST_ARRAY;

    /** Whether it may be the only copy of data. It stays unless its removal is asked for. */
    public boolean mayBeOnlyCopy() {
      return switch (this) {
        case COMPLETE_FRAGMENT, LOST_FRAGMENT, ENUMERATION, LOST_ARRAY -> true;
        default -> false;
      };
    }
  }
}
