package io.azulejo.internal.format;

import java.util.List;
import java.util.Optional;

/**
 * The content of a file that lists group members.
 *
 * @param version the version of the file; version 1 lists all members, version 2 lists the changes
 *     since the previous file
 * @param members the members, or the changed members
 */
public record GroupDetails(int version, List<Member> members) {
  /** The version of files that list all members. */
  public static final int OLD_VERSION = 1;

  /** The version of files that list changes. */
  public static final int VERSION = 2;

  /** Copies the list. */
  public GroupDetails {
    members = List.copyOf(members);
  }

  /** The object type of a member when it was added, in the order of the codes on disk. */
  public enum Kind {
    /** Neither an array nor a group. */
    INVALID,
    /** A group. */
    GROUP,
    /** An array. */
    ARRAY
  }

  /**
   * An entry that adds or removes a member.
   *
   * @param version the version of the entry; only version 2 can remove a member
   * @param kind the object type of the member when it was added
   * @param relative whether the URI is relative to the group
   * @param uri the location of the member
   * @param name the name of the member in the group, if it has one
   * @param deleted whether the member was removed
   */
  public record Member(
      int version,
      Kind kind,
      boolean relative,
      String uri,
      Optional<String> name,
      boolean deleted) {
    /**
     * Returns the key that identifies the member in its group: its name, or its URI if it has no
     * name.
     */
    public String key() {
      return name.orElse(uri);
    }
  }

  /**
   * Returns whether a member file lists changes, which must be applied after all earlier files.
   * Otherwise it lists all members and replaces the earlier files.
   *
   * @param fileName the name of the last member file in the group
   */
  public static boolean namesChanges(String fileName) {
    long parts = fileName.chars().filter(c -> c == '_').count();
    return !(parts == 4 || (parts == 5 && fileName.endsWith("_1")));
  }
}
