package io.azulejo;

import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.Optional;

/**
 * Something in an array or a group that nothing refers to.
 *
 * @param location the file or folder
 * @param kind what it is
 * @param bytes the bytes of its files
 * @param age how old its newest file is; empty where the store does not tell
 * @param removed whether it was removed
 */
public record GarbageEntry(
    Location location, Kind kind, long bytes, Optional<Duration> age, boolean removed) {
  /** What garbage is. */
  public enum Kind {
    /** A fragment that was not committed, or whose removal was interrupted. */
    FRAGMENT,
    /** A file in the making. */
    TEMPORARY_FILE,
    /** An enumeration that no schema names. */
    ENUMERATION,
    /** The array of a dimension label that no schema names. */
    LABEL_ARRAY,
    /** A list of commits, or of what was replaced, that says nothing any more. */
    COMMITS_FILE,
    /** What is left of an array that was not created, or is half removed. */
    ARRAY_REMAINS
  }
}
