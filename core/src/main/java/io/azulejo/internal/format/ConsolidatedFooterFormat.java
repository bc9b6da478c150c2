package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * Encodes and decodes {@link ConsolidatedFooters} inside a generic tile. The number of fragments
 * comes first, then the name and the footer offset of each fragment, and finally the footers.
 */
public final class ConsolidatedFooterFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "consolidated fragment metadata";

  private ConsolidatedFooterFormat() {}

  /**
   * Decodes the unfiltered content of a file.
   *
   * @param version the format version in the header of the generic tile
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   */
  public static ConsolidatedFooters decode(Slice content, FormatVersion version) {
    return WireReader.decode(STRUCTURE, version, content, ConsolidatedFooterFormat::transfer);
  }

  /** Encodes the unfiltered content of a file. */
  public static Slice encode(ConsolidatedFooters footers, FormatVersion version) {
    return WireWriter.encode(STRUCTURE, version, ConsolidatedFooterFormat::transfer, footers);
  }

  static ConsolidatedFooters transfer(Wire wire, ConsolidatedFooters footers) {
    List<ConsolidatedFooters.Entry> entries =
        wire.list32(
            "fragments", ConsolidatedFooterFormat::entry, footers, ConsolidatedFooters::entries);
    long start = wire.position();
    Slice bytes = wire.rest("footers", footers, ConsolidatedFooters::footers);
    for (ConsolidatedFooters.Entry entry : entries) {
      wire.check(
          entry.offset() >= start && entry.offset() <= start + bytes.length(),
          "fragments",
          "the footer of %s begins at %s, not within %d..%d",
          entry.fragment(),
          Long.toUnsignedString(entry.offset()),
          start,
          start + bytes.length());
    }
    return new ConsolidatedFooters(entries, bytes);
  }

  private static ConsolidatedFooters.Entry entry(Wire wire, ConsolidatedFooters.Entry entry) {
    String fragment = wire.string64("fragment", entry, ConsolidatedFooters.Entry::fragment);
    long offset = wire.i64("offset", entry, ConsolidatedFooters.Entry::offset);
    return new ConsolidatedFooters.Entry(fragment, offset);
  }
}
