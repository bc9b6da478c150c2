package io.azulejo.internal.snapshot.object;

import io.azulejo.storage.Location;
import java.util.OptionalLong;

/**
 * A file or folder that nothing refers to.
 *
 * @param location where it is
 * @param kind what it is
 * @param folder whether it is a folder
 * @param bytes the bytes of its files
 * @param cells the cells of a complete fragment
 * @param modified when its newest file was made, in milliseconds since 1970; empty where unknown
 */
public record GarbageFile(
    Location location,
    Kind kind,
    boolean folder,
    long bytes,
    OptionalLong cells,
    OptionalLong modified) {
  /** What garbage is. */
  public enum Kind {
    /**
     * A fragment that was not committed, or whose removal was interrupted: a part of it is gone.
     */
    FRAGMENT,
    /**
     * A fragment that is whole, but that nothing commits: its writer died at the last moment or is
     * about to commit it, or its commit was lost. It may be the only copy of its cells.
     */
    COMPLETE_FRAGMENT,
    /** A file in the making. */
    TEMPORARY_FILE,
    /** An enumeration that no schema names. */
    ENUMERATION,
    /** The array of a dimension label that no schema names, or a second schema that is the same. */
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
}
