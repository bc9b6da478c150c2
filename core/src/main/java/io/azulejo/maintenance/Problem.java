package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Something wrong with an array or a group. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface Problem {
  /** Returns how severe the problem is for reads. */
  Severity severity();

  /** Returns the kind of the problem. */
  Kind kind();

  /** Returns the file of the problem, or the folder of an array or a fragment. */
  Location location();

  /** Returns the structure in the file, such as {@code "fragment footer"}. */
  Optional<String> structure();

  /** Returns the field in the structure, or the field of the array. */
  Optional<String> field();

  /**
   * Returns the position of the problem in bytes, from the start of the structure's unfiltered
   * bytes or of the file.
   */
  OptionalLong offset();

  /** Returns a sentence with the stored and the expected value. */
  String what();

  /** Returns a sentence on what the problem means for readers. */
  String consequence();

  /** Returns a sentence on what can be done about the problem. */
  String remedy();

  /**
   * Returns whether stored bytes are wrong. Something that could not be read, decoded or checked
   * may be whole: that is not a reason to remove anything.
   */
  default boolean isDamage() {
    return switch (kind()) {
      case UNREADABLE, UNSUPPORTED, NOT_CHECKED -> false;
      default -> true;
    };
  }

  /** What a problem means for reads. */
  enum Severity {
    /** Something cannot be read, or is read wrong. */
    ERROR,
    /** All is read as it was written now, but perhaps not later, or not by other engines. */
    WARNING,
    /** Worth knowing; nothing has to be done. */
    NOTICE
  }

  /** Kinds of problems. */
  enum Kind {
    /** A file that should be there is not. */
    MISSING,
    /** A file cannot be read from its store. */
    UNREADABLE,
    /** Bytes are no structure of the format, or fail their checksum or authentication. */
    CORRUPT,
    /** Something that this engine does not know, or cannot hold. */
    UNSUPPORTED,
    /** Something that was not checked, for lack of memory or of the right key. */
    NOT_CHECKED,
    /** Two structures say different things. */
    CONTRADICTION,
    /** A file is shorter than what lies in it. */
    TRUNCATED,
    /** A file is longer than what lies in it. */
    SURPLUS,
    /** Cells are not in the order that was promised. */
    ORDER,
    /** Two cells have the same coordinates where only one may. */
    DUPLICATE,
    /** A cell is outside of the box that is said to be around it. */
    BOUNDS,
    /** A value that cannot be, such as a validity of 2. */
    VALUE,
    /** Statistics are not those of the cells. */
    STATISTICS,
    /** A file that nothing refers to; what garbage collection would take. */
    ORPHAN,
    /** A list that names what is not there any more. */
    STALE,
    /** A change that takes several steps was interrupted between them. */
    INTERRUPTED,
    /** A file that is none of the format. */
    UNKNOWN,
    /** A member of a group is not what the group says, or lies in its folder and is none. */
    MEMBER,
    /** A file is not as it was when it was sealed. */
    CHANGED,
    /** A file was not there when the others were sealed. */
    ADDED
  }
}
