package io.azulejo.internal.format;

import java.util.List;
import java.util.Optional;

/**
 * The content of a file of a group's members.
 *
 * @param version the version of the file: version 1 lists all members, version 2 lists changes
 *     since the previous file
 */
public record GroupDetails(int version, List<Member> members) {
  /** Version of files that list all members. */
  public static final int OLD_VERSION = 1;

  /** Version of files that list changes. */
  public static final int VERSION = 2;

  /** Takes a copy of the list. */
  public GroupDetails {
    members = List.copyOf(members);
  }

  /** The kind of a member when it was added, in the order of the codes on disk. */
  public enum Kind {
    /** The place held neither an array nor a group. */
    INVALID,
    /** A group. */
    GROUP,
    /** An array. */
    ARRAY
  }

  /**
   * A member, or the mark that it was removed.
   *
   * @param version the version of the entry; only version 2 can remove
   * @param kind the kind of the member when it was added
   * @param relative whether the URI is relative to the group
   * @param uri its location
   * @param name its name in the group, if it has one
   * @param deleted whether it was removed
   */
  public record Member(
      int version,
      Kind kind,
      boolean relative,
      String uri,
      Optional<String> name,
      boolean deleted) {
    /** Returns the identity of a member in its group: its name, or its URI if it is unnamed. */
    public String key() {
      return name.orElse(uri);
    }
  }

  /**
   * Returns whether a file with this name lists changes to replay after the files before it.
   * Otherwise it lists all members and supersedes the files before it.
   *
   * @param fileName the name of a group's file of members, the last one in the group
   */
  public static boolean namesChanges(String fileName) {
    long parts = fileName.chars().filter(c -> c == '_').count();
    return !(parts == 4 || (parts == 5 && fileName.endsWith("_1")));
  }
}
