package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A problem of an array or a group that a verification found. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface Problem {
  /** Returns how serious the problem is for readers. */
  Severity severity();

  /** Returns the kind of problem. */
  Kind kind();

  /** Returns the affected file, or the folder of the affected array or fragment. */
  Location location();

  /**
   * Returns the name of the affected structure in the file, such as {@code "fragment footer"};
   * empty if the problem concerns the whole file or folder.
   */
  Optional<String> structure();

  /**
   * Returns the affected field of the structure or of the array; empty if the problem does not
   * concern a single field.
   */
  Optional<String> field();

  /**
   * Returns the byte offset of the problem, relative to the start of the structure's unfiltered
   * bytes or of the file. Empty if unknown.
   */
  OptionalLong offset();

  /** Returns a sentence that compares the stored value with the expected value. */
  String what();

  /** Returns a sentence about the consequence for readers. */
  String consequence();

  /** Returns a sentence about how to solve the problem. */
  String remedy();

  /**
   * Returns whether the stored bytes are known to be wrong. False if something could not be read,
   * decoded or checked: such files may be intact, so do not remove them because of this problem.
   */
  default boolean isDamage() {
    return switch (kind()) {
      case UNREADABLE, UNSUPPORTED, NOT_CHECKED -> false;
      default -> true;
    };
  }

  /** How serious a problem is for readers. */
  enum Severity {
    /** Reads fail or return wrong values. */
    ERROR,
    /** Reads return the written values today, but may not do so later or with other engines. */
    WARNING,
    /** Information that does not require any action. */
    NOTICE
  }

  /** The kinds of problems. */
  enum Kind {
    /** A required file is missing. */
    MISSING,
    /** A file cannot be read from its store. */
    UNREADABLE,
    /**
     * Bytes are not a valid structure of the format, do not match their checksum, or fail
     * authentication.
     */
    CORRUPT,
    /** The array uses a feature that this engine does not support. */
    UNSUPPORTED,
    /** Something could not be checked because memory or a key was missing. */
    NOT_CHECKED,
    /** Two structures contradict each other. */
    CONTRADICTION,
    /** A file is shorter than its contents require. */
    TRUNCATED,
    /** A file is longer than its contents require. */
    SURPLUS,
    /** Cells are not in the order that the array or fragment declares. */
    ORDER,
    /** Two cells have the same coordinates in an array without duplicates. */
    DUPLICATE,
    /** A cell lies outside its bounding box. */
    BOUNDS,
    /** A value is impossible, such as a validity byte of 2. */
    VALUE,
    /** The statistics of a tile or fragment contradict its cells. */
    STATISTICS,
    /** A file is unreferenced; garbage collection would remove it. */
    ORPHAN,
    /** A list names files that no longer exist. */
    STALE,
    /** A change that takes several steps was interrupted between two steps. */
    INTERRUPTED,
    /** A file does not belong to the format. */
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
