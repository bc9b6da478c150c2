package io.azulejo.internal.format;

import io.azulejo.query.TimeRange;
import java.util.List;
import java.util.Optional;

/** Encodes and decodes {@link SnapshotNames}, as a snapshot token. */
public final class SnapshotNamesFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "snapshot token";

  private static final PortableBytes<SnapshotNames> BYTES =
      new PortableBytes<>(
          STRUCTURE,
          "AZST",
          List.of(
              (wire, names) -> transfer(wire, names, false),
              (wire, names) -> transfer(wire, names, true)));

  private SnapshotNamesFormat() {}

  /** Encodes the names of a snapshot. */
  public static byte[] encode(SnapshotNames names) {
    return BYTES.encode(names);
  }

  /**
   * Decodes the names of a snapshot.
   *
   * @throws io.azulejo.error.CorruptDataException if the bytes are not a snapshot token or are
   *     damaged
   * @throws io.azulejo.error.UnsupportedFormatException if a newer release wrote the bytes
   */
  public static SnapshotNames decode(byte[] bytes) {
    return BYTES.decode(bytes);
  }

  /**
   * Transfers the names of a snapshot.
   *
   * @param numbered whether the token contains the number of conditional commits; in version 1 it
   *     is missing and counts as 0
   */
  private static SnapshotNames transfer(Wire wire, SnapshotNames names, boolean numbered) {
    String location = wire.string32("location", names, SnapshotNames::location);
    TimeRange times = wire.struct("times", SnapshotNamesFormat::times, names, SnapshotNames::times);
    List<String> schemas =
        wire.list32("schemas", SnapshotNamesFormat::fileName, names, SnapshotNames::schemas);
    wire.check(
        !schemas.isEmpty(), "schemas", "the list is empty, but an array has at least one schema");
    return new SnapshotNames(
        location,
        times,
        schemas,
        wire.list32("fragments", SnapshotNamesFormat::fragment, names, SnapshotNames::fragments),
        wire.list32("deletes", SnapshotNamesFormat::deletion, names, SnapshotNames::deletes),
        wire.list32("footers", SnapshotNamesFormat::path, names, SnapshotNames::footers),
        wire.list32("metadata", SnapshotNamesFormat::timedName, names, SnapshotNames::metadata),
        numbered
            ? wire.count64("conditional_commits", names, SnapshotNames::conditionalCommits)
            : 0);
  }

  private static TimeRange times(Wire wire, TimeRange times) {
    long start = wire.i64("start", times, TimeRange::start);
    long end = wire.i64("end", times, TimeRange::end);
    wire.check(
        Long.compareUnsigned(start, end) <= 0,
        "end",
        "%s is before the start",
        Long.toUnsignedString(end));
    return new TimeRange(start, end);
  }

  private static FragmentName fragment(Wire wire, FragmentName name) {
    String text = wire.string32("name", name, FragmentName::text);
    Optional<FragmentName> parsed = name == null ? FragmentName.parse(text) : Optional.of(name);
    wire.check(
        parsed.isPresent() && parsed.get().text().equals(text),
        "name",
        "\"%s\" is not the name of a fragment",
        text);
    return parsed.orElseThrow();
  }

  private static SnapshotNames.Deletion deletion(Wire wire, SnapshotNames.Deletion deletion) {
    String marker = wire.struct("marker", SnapshotNamesFormat::path, deletion, d -> d.marker());
    wire.check(
        FragmentName.parse(ArrayPaths.lastComponent(marker)).isPresent(),
        "marker",
        "\"%s\" is not the name of a delete condition",
        marker);
    return new SnapshotNames.Deletion(
        marker,
        wire.struct("file", SnapshotNamesFormat::path, deletion, d -> d.file()),
        wire.bytes32("content", deletion, SnapshotNames.Deletion::content));
  }

  /** Transfers the name of a metadata file. */
  private static String timedName(Wire wire, String name) {
    String text = wire.string32("name", name, n -> n);
    wire.check(
        isFileName(text) && FragmentName.parse(text).isPresent(),
        "name",
        "\"%s\" is not the name of a metadata file",
        text);
    return text;
  }

  /** Transfers a file name without a folder. */
  private static String fileName(Wire wire, String name) {
    String text = wire.string32("name", name, n -> n);
    wire.check(isFileName(text), "name", "\"%s\" is not a valid file name", text);
    return text;
  }

  /** Transfers the path of a file in the root or in a folder of the array. */
  private static String path(Wire wire, String path) {
    String text = wire.string32("path", path, p -> p);
    int slash = text.indexOf('/');
    wire.check(
        isFileName(text.substring(slash + 1))
            && (slash < 0 || isFileName(text.substring(0, slash))),
        "path",
        "\"%s\" is not the path of a file in an array",
        text);
    return text;
  }

  private static boolean isFileName(String name) {
    return name.startsWith("__") && name.indexOf('/') < 0;
  }
}
