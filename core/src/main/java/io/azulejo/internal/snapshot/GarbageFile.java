package io.azulejo.internal.snapshot;

import io.azulejo.storage.Location;
import java.util.OptionalLong;

/**
 * A file or folder that nothing refers to.
 *
 * @param location where it is
 * @param kind what it is
 * @param folder whether it is a folder
 * @param bytes the bytes of its files
 * @param modified when its newest file was made, in milliseconds since 1970; empty where unknown
 */
public record GarbageFile(
    Location location, Kind kind, boolean folder, long bytes, OptionalLong modified) {
  /** What garbage is. */
  public enum Kind {
    /** A fragment that was not committed, or whose removal was interrupted. */
    FRAGMENT,
    /** A file in the making. */
    TEMPORARY_FILE,
    /** An enumeration that no schema names. */
    ENUMERATION,
    /** The array of a dimension label that no schema names, or a second schema that is the same. */
    LABEL_ARRAY,
    /** A list of commits, or of what was replaced, that says nothing any more. */
    COMMITS_FILE,
    /** What is left of an array that was not created, or is half removed. */
    ARRAY_REMAINS
  }
}
