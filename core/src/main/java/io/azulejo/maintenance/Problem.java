package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Something wrong with an array or a group.
 *
 * @param severity what it means for reads
 * @param kind the kind of the problem
 * @param location the file it was found in, or the folder of an array or a fragment
 * @param structure the structure in the file, such as {@code "fragment footer"}
 * @param field the field in the structure, or the field of the array
 * @param offset where it begins, in bytes from the start of the structure's unfiltered bytes or of
 *     the file
 * @param what a sentence on what is stored, and what should be
 * @param consequence a sentence on what it means for readers
 * @param remedy a sentence on what can be done about it
 */
public record Problem(
    Severity severity,
    Kind kind,
    Location location,
    Optional<String> structure,
    Optional<String> field,
    OptionalLong offset,
    String what,
    String consequence,
    String remedy) {

  /** What a problem means for reads. */
  public enum Severity {
    /** Something cannot be read, or is read wrong. */
    ERROR,
    /** All is read as it was written now, but perhaps not later, or not by other engines. */
    WARNING,
    /** Worth knowing; nothing has to be done. */
    NOTICE
  }

  /** Kinds of problems. */
  public enum Kind {
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

  /** Checks that nothing is null. */
  public Problem {
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(location, "location");
    Objects.requireNonNull(structure, "structure");
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(offset, "offset");
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(consequence, "consequence");
    Objects.requireNonNull(remedy, "remedy");
  }

  /**
   * Whether stored bytes are wrong. What could not be read, decoded or checked may be whole: it is
   * no reason to remove anything.
   */
  public boolean isDamage() {
    return switch (kind) {
      case UNREADABLE, UNSUPPORTED, NOT_CHECKED -> false;
      default -> true;
    };
  }

  /** All of it in one line. */
  @Override
  public String toString() {
    return "%s %s, %s: %s; %s; %s".formatted(severity, kind, location, what, consequence, remedy);
  }
}
