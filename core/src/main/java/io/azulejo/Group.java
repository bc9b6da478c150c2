package io.azulejo;

import io.azulejo.internal.format.GroupDetails;
import io.azulejo.internal.snapshot.GroupSnapshot;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A group as it was at the time of opening: an immutable snapshot. */
public final class Group {
  private final GroupSnapshot snapshot;
  private final List<Member> members;

  Group(GroupSnapshot snapshot) {
    this.snapshot = snapshot;
    this.members =
        snapshot.members().stream()
            .map(
                member ->
                    new Member(member.name(), type(member.kind()), member.uri(), member.relative()))
            .sorted(
                Comparator.comparing(Member::uri).thenComparing(member -> member.name().orElse("")))
            .toList();
  }

  private static ObjectType type(GroupDetails.Kind kind) {
    return switch (kind) {
      case ARRAY -> ObjectType.ARRAY;
      case GROUP -> ObjectType.GROUP;
      case INVALID -> ObjectType.NONE;
    };
  }

  /** The folder of the group. */
  public Location location() {
    return snapshot.location();
  }

  /** The times that it was opened at; their start counts for the metadata alone. */
  public TimeRange times() {
    return snapshot.times();
  }

  /** The members, sorted by URI, then name. */
  public List<Member> members() {
    return members;
  }

  /** The location of a member: relative URIs are resolved against the folder of the group. */
  public Location locate(Member member) {
    return member.relative()
        ? snapshot.location().resolve(member.uri())
        : Location.of(member.uri());
  }

  /** The metadata by key, sorted by the bytes of the keys. */
  public Map<String, MetadataValue> metadata() {
    return Metadata.values(snapshot.metadata());
  }

  /**
   * A member of a group.
   *
   * @param name its name in the group, where it has one
   * @param type what it was when it was added
   * @param uri where it is, as stored: relative to the group, or absolute
   * @param relative whether the URI is relative to the group
   */
  public record Member(Optional<String> name, ObjectType type, String uri, boolean relative) {}
}
