package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Encodes and decodes {@link Staged} fragments, which a writer sends to the committer. The bytes
 * begin with a magic number, the version of this layout and the CRC-32C of the rest. They are never
 * stored in an array.
 */
public final class StagedFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "staged fragments";

  private static final byte[] MAGIC = "AZSTAGED".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;

  private StagedFormat() {}

  /**
   * Decodes the bytes that {@link #encode} returned.
   *
   * @throws io.azulejo.error.CorruptDataException if the bytes are not staged fragments or are
   *     damaged
   * @throws io.azulejo.error.UnsupportedFormatException if a newer release wrote the bytes
   */
  public static Staged decode(Slice bytes) {
    Slice body =
        WireReader.decode(STRUCTURE, FormatVersion.NEWEST, bytes, StagedFormat::transferWhole);
    return WireReader.decode(STRUCTURE, FormatVersion.NEWEST, body, StagedFormat::transfer);
  }

  /** Encodes staged fragments. */
  public static Slice encode(Staged staged) {
    Slice body = WireWriter.encode(STRUCTURE, FormatVersion.NEWEST, StagedFormat::transfer, staged);
    return WireWriter.encode(STRUCTURE, FormatVersion.NEWEST, StagedFormat::transferWhole, body);
  }

  private static Slice transferWhole(Wire wire, Slice body) {
    Slice magic = wire.bytes("magic", MAGIC.length, body, b -> Slice.of(MAGIC));
    wire.check(
        magic.compareTo(Slice.of(MAGIC)) == 0,
        "magic",
        "the bytes are not staged fragments: they do not begin with \"AZSTAGED\"");
    wire.ownVersion(STRUCTURE, 1, VERSION, body, b -> VERSION);
    int said = wire.i32("checksum", body, StagedFormat::checksum);
    Slice rest = wire.rest("body", body, b -> b);
    wire.check(
        said == checksum(rest),
        "checksum",
        "the checksum does not match: the bytes were changed after staging; pass them on unchanged");
    return rest;
  }

  private static int checksum(Slice bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes.array(), bytes.offset(), bytes.length());
    return (int) sum.getValue();
  }

  private static Staged transfer(Wire wire, Staged staged) {
    return new Staged(
        wire.string32("location", staged, Staged::location),
        wire.string32("schema", staged, Staged::schema),
        wire.list32("fragments", StagedFormat::part, staged, Staged::fragments),
        box(wire, "non_empty_domain", staged == null ? null : staged.nonEmptyDomain()));
  }

  private static Staged.Part part(Wire wire, Staged.Part part) {
    String text = wire.string32("name", part, p -> p.name().text());
    boolean usual = FragmentName.isStandard(text);
    wire.check(usual, "name", "\"%s\" is not the name of a fragment", text);
    FragmentName name = FragmentName.parse(text).orElseThrow();
    wire.check(
        name.version().hasCommitFiles(),
        "name",
        "fragment \"%s\" has a version without commit files",
        text);
    return new Staged.Part(
        name,
        wire.count64("cells", part, Staged.Part::cells),
        wire.count64("bytes", part, Staged.Part::bytes),
        box(wire, "box", part == null ? null : part.box()));
  }

  private static Optional<NDRange> box(Wire wire, String field, Optional<NDRange> box) {
    List<Range> ranges =
        wire.list32(field, StagedFormat::range, box, b -> b.map(NDRange::ranges).orElse(List.of()));
    return ranges.isEmpty() ? Optional.empty() : Optional.of(new NDRange(ranges));
  }

  private static Range range(Wire wire, Range range) {
    int kind = wire.u8("kind", range, StagedFormat::kind);
    wire.check(kind <= 2, "kind", "%d is not a kind of range (valid: 0, 1, 2)", kind);
    return switch (kind) {
      case 0 ->
          Range.of(
              wire.i64("low", range, r -> ((Range.Longs) r).low()),
              wire.i64("high", range, r -> ((Range.Longs) r).high()));
      case 1 ->
          Range.of(
              wire.f64("low", range, r -> ((Range.Doubles) r).low()),
              wire.f64("high", range, r -> ((Range.Doubles) r).high()));
      default ->
          Range.of(
              wire.bytes32("low", range, r -> Slice.of(((Range.Strings) r).low())).toBytes(),
              wire.bytes32("high", range, r -> Slice.of(((Range.Strings) r).high())).toBytes());
    };
  }

  private static int kind(Range range) {
    return range instanceof Range.Longs ? 0 : range instanceof Range.Doubles ? 1 : 2;
  }
}
