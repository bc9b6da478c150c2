package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A problem of an array or a group. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface Problem {
  /** Returns the severity for reads. */
  Severity severity();

  /** Returns the kind of problem. */
  Kind kind();

  /** Returns the affected file, or the folder of an array or fragment. */
  Location location();

  /** Returns the affected structure in the file, such as {@code "fragment footer"}. */
  Optional<String> structure();

  /** Returns the affected field of the structure or of the array. */
  Optional<String> field();

  /** Returns the position in bytes, within the structure's unfiltered bytes or the file. */
  OptionalLong offset();

  /** Returns a sentence that states the stored and the expected value. */
  String what();

  /** Returns a sentence on the consequence for readers. */
  String consequence();

  /** Returns a sentence on the remedy. */
  String remedy();

  /**
   * Returns whether stored bytes are wrong. Files that could not be read, decoded or checked may be
   * intact; do not remove anything because of them.
   */
  default boolean isDamage() {
    return switch (kind()) {
      case UNREADABLE, UNSUPPORTED, NOT_CHECKED -> false;
      default -> true;
    };
  }

  /** The severity of a problem for reads. */
  enum Severity {
    /** Reads fail or return wrong values. */
    ERROR,
    /** Reads return what was written now, but may not later or with other engines. */
    WARNING,
    /** Worth knowing; no action is needed. */
    NOTICE
  }

  /** Kinds of problems. */
  enum Kind {
    /** A required file is missing. */
    MISSING,
    /** A file cannot be read from its store. */
    UNREADABLE,
    /** Bytes are not a valid structure of the format, or fail their checksum or authentication. */
    CORRUPT,
    /** A feature that this engine does not know or support. */
    UNSUPPORTED,
    /** Something that could not be checked because of missing memory or keys. */
    NOT_CHECKED,
    /** Two structures contradict each other. */
    CONTRADICTION,
    /** A file is shorter than its contents require. */
    TRUNCATED,
    /** A file is longer than its contents require. */
    SURPLUS,
    /** Cells are not in the promised order. */
    ORDER,
    /** Two cells have the same coordinates in an array without duplicates. */
    DUPLICATE,
    /** A cell lies outside its bounding box. */
    BOUNDS,
    /** An impossible value, such as a validity of 2. */
    VALUE,
    /** Statistics contradict the cells. */
    STATISTICS,
    /** An unreferenced file, which garbage collection would remove. */
    ORPHAN,
    /** A list names files that do not exist any more. */
    STALE,
    /** A change of several steps was interrupted between two of them. */
    INTERRUPTED,
    /** A file that does not belong to the format. */
    UNKNOWN,
    /**
     * A group member differs from its entry, or an object in the group's folder is not a member.
     */
    MEMBER,
    /** A file has changed since it was sealed. */
    CHANGED,
    /** A file was added since the array was sealed. */
    ADDED
  }
}
