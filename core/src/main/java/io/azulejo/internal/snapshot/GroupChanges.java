package io.azulejo.internal.snapshot;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.format.GroupDetails;
import io.azulejo.internal.format.GroupFormat;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Creates groups and changes their members. */
public final class GroupChanges {
  private final Map<String, GroupDetails.Member> members = new TreeMap<>();
  private final Set<String> changed = new HashSet<>();
  private final Location group;

  /**
   * A member to add.
   *
   * @param uri the location of the member
   * @param relative whether the URI is relative to the group
   * @param name the name of the member, if it has one
   */
  public record Addition(String uri, boolean relative, Optional<String> name) {}

  private GroupChanges(GroupSnapshot snapshot) {
    this.group = snapshot.location();
    snapshot.members().forEach(member -> members.put(member.key(), member));
  }

  /**
   * Creates a group without members.
   *
   * @throws io.azulejo.error.AlreadyExistsException if the location contains an array or a group,
   *     or the remains of one
   */
  public static void create(Storage storage, Location location) {
    ArrayCreation.requireNothing(storage, location);
    Commit.publish(storage, location.resolve(ArrayPaths.GROUP_FILE), new byte[0]);
  }

  /**
   * Adds and removes members of a group. Has no effect if both lists are empty.
   *
   * @param additions the members to add
   * @param removals the names or URIs of the members to remove
   * @param time the timestamp of the change in milliseconds since 1970
   * @param kinds returns the kind of object at a location
   * @throws io.azulejo.error.NotFoundException if the group does not exist
   * @throws InvalidRequestException if a member cannot be added or removed
   */
  public static void change(
      Storage storage,
      Location location,
      Optional<EncryptionKey> key,
      List<Addition> additions,
      List<String> removals,
      long time,
      Tasks tasks,
      Function<Location, ObjectKind> kinds) {
    GroupSnapshot snapshot =
        GroupSnapshot.open(storage, location, TimeRange.until(time), key, tasks);
    if (additions.isEmpty() && removals.isEmpty()) {
      return;
    }
    GroupChanges writing = new GroupChanges(snapshot);
    removals.forEach(writing::remove);
    for (Addition addition : additions) {
      writing.add(addition, kinds);
    }
    int version = snapshot.version();
    String name = FragmentName.unversioned(time, time) + "_" + version;
    Commit.publish(
        storage,
        location.resolve(ArrayPaths.GROUP_FOLDER).resolve(name),
        GenericTile.bytes(
            GroupFormat.STRUCTURE,
            FormatVersion.DEFAULT,
            GroupFormat.encode(writing.details(version)),
            key));
  }

  private void remove(String nameOrUri) {
    GroupDetails.Member member = members.get(nameOrUri);
    if (member == null || member.deleted()) {
      List<GroupDetails.Member> found =
          members.values().stream().filter(m -> !m.deleted() && m.uri().equals(nameOrUri)).toList();
      if (found.size() != 1) {
        throw new InvalidRequestException(
            found.isEmpty()
                ? "cannot remove member \"%s\": it does not exist; %s"
                    .formatted(nameOrUri, Suggestion.valid(names()))
                : "%d members have the URI \"%s\"; remove them by their names %s"
                    .formatted(
                        found.size(),
                        nameOrUri,
                        found.stream().map(GroupDetails.Member::key).toList()),
            group.toString());
      }
      member = found.get(0);
    }
    changed.add(member.key());
    members.put(member.key(), of(member, true));
  }

  private List<String> names() {
    return members.values().stream()
        .filter(member -> !member.deleted())
        .map(GroupDetails.Member::key)
        .toList();
  }

  private static GroupDetails.Member of(GroupDetails.Member member, boolean deleted) {
    return new GroupDetails.Member(
        GroupDetails.VERSION,
        member.kind(),
        member.relative(),
        member.uri(),
        member.name(),
        deleted);
  }

  private void add(Addition addition, Function<Location, ObjectKind> kinds) {
    Location place = addition.relative ? group.resolve(addition.uri) : Location.of(addition.uri);
    GroupDetails.Kind kind =
        switch (kinds.apply(place)) {
          case ARRAY -> GroupDetails.Kind.ARRAY;
          case GROUP -> GroupDetails.Kind.GROUP;
          case NONE -> GroupDetails.Kind.INVALID;
        };
    GroupDetails.Member member =
        new GroupDetails.Member(
            GroupDetails.VERSION, kind, addition.relative, addition.uri, addition.name, false);
    if (!changed.add(member.key())) {
      throw new InvalidRequestException(
          "member \"%s\" is added or removed twice in one change; make two changes"
              .formatted(member.key()),
          group.toString());
    }
    members.put(member.key(), member);
  }

  /**
   * Returns the content of a new file: the current members and, in version 2, also the removed
   * members.
   */
  private GroupDetails details(int version) {
    List<GroupDetails.Member> list = new ArrayList<>();
    for (GroupDetails.Member member : members.values()) {
      if (version == GroupDetails.VERSION) {
        list.add(of(member, member.deleted()));
      } else if (!member.deleted()) {
        list.add(
            new GroupDetails.Member(
                version, member.kind(), member.relative(), member.uri(), member.name(), false));
      }
    }
    return new GroupDetails(version, list);
  }
}
