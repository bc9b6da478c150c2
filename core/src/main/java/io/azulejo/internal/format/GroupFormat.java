package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;
import java.util.Optional;

/**
 * Encodes and decodes {@link GroupDetails}: a version number of its own, then the members, each
 * with a version number.
 */
public final class GroupFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "group details";

  private static final int OLDEST = 1;
  private static final int NEWEST = 2;
  private static final Codes<GroupDetails.Kind> KINDS =
      Codes.byOrdinal("object type", GroupDetails.Kind.class);

  private GroupFormat() {}

  /**
   * Decodes the unfiltered content of a member file.
   *
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   * @throws io.azulejo.error.UnsupportedFormatException if the file has a newer version
   */
  public static GroupDetails decode(Slice content) {
    return WireReader.decode(STRUCTURE, FormatVersion.NEWEST, content, GroupFormat::transfer);
  }

  /** Encodes the unfiltered content of a member file. */
  public static Slice encode(GroupDetails details) {
    return WireWriter.encode(STRUCTURE, FormatVersion.NEWEST, GroupFormat::transfer, details);
  }

  static GroupDetails transfer(Wire wire, GroupDetails details) {
    int version = version(wire, details == null ? 0 : details.version());
    List<GroupDetails.Member> members =
        wire.list64("members", GroupFormat::member, details, GroupDetails::members);
    return new GroupDetails(version, members);
  }

  private static GroupDetails.Member member(Wire wire, GroupDetails.Member member) {
    int version = version(wire, member == null ? 0 : member.version());
    GroupDetails.Kind kind = wire.code("type", KINDS, member, GroupDetails.Member::kind);
    boolean relative = wire.bool("relative", member, GroupDetails.Member::relative);
    String uri = wire.string64("uri", member, GroupDetails.Member::uri);
    boolean named = wire.bool("named", member, m -> m.name().isPresent());
    Optional<String> name =
        named
            ? Optional.of(wire.string64("name", member, m -> m.name().orElseThrow()))
            : Optional.empty();
    boolean deleted =
        version >= NEWEST
            ? wire.bool("deleted", member, GroupDetails.Member::deleted)
            : wire.absent("deleted", false, member, GroupDetails.Member::deleted);
    return new GroupDetails.Member(version, kind, relative, uri, name, deleted);
  }

  private static int version(Wire wire, int source) {
    return wire.ownVersion("group details", OLDEST, NEWEST, source, v -> v);
  }
}
