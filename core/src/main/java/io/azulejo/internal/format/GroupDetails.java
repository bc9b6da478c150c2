package io.azulejo.internal.format;

import java.util.List;
import java.util.Optional;

/**
 * A file of a group's members.
 *
 * @param version how the file was written: in version 1 it lists all members, in version 2 what
 *     became of them since the file before
 * @param members the members
 */
public record GroupDetails(int version, List<Member> members) {
  /** Files of all members. */
  public static final int OLD_VERSION = 1;

  /** Files of changes. */
  public static final int VERSION = 2;

  /** Takes a copy of the list. */
  public GroupDetails {
    members = List.copyOf(members);
  }

  /** What a member was when it was added; the order is that of the codes on disk. */
  public enum Kind {
    /** There was nothing that is an array or a group. */
    INVALID,
    /** A group. */
    GROUP,
    /** An array. */
    ARRAY
  }

  /**
   * A member, or the mark that it was removed.
   *
   * @param version how the entry was written; only version 2 can remove
   * @param kind what it was when it was added
   * @param relative whether the URI is relative to the group
   * @param uri where it is
   * @param name its name in the group, where it has one
   * @param deleted whether it was removed
   */
  public record Member(
      int version,
      Kind kind,
      boolean relative,
      String uri,
      Optional<String> name,
      boolean deleted) {
    /** The identity of a member in a group: the name, or the URI of those without. */
    public String key() {
      return name.orElse(uri);
    }
  }

  /**
   * Whether a file of that name (of the last members in a group) lists changes to be replayed after
   * those of the files before it; else it lists all members, and the files before have no meaning.
   */
  public static boolean namesChanges(String fileName) {
    long parts = fileName.chars().filter(c -> c == '_').count();
    return !(parts == 4 || (parts == 5 && fileName.endsWith("_1")));
  }
}
