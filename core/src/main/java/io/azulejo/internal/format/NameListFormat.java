package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/** Encodes and decodes vacuum and ignore files: one name per line. */
public final class NameListFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "list of names";

  private NameListFormat() {}

  /**
   * Decodes the bytes of a file into its lines, without line feeds.
   *
   * @throws io.azulejo.error.CorruptDataException if the last line does not end with a line feed
   */
  public static List<String> decode(Slice file) {
    return WireReader.decode(STRUCTURE, FormatVersion.NEWEST, file, NameListFormat::transfer);
  }

  /** Encodes the lines of a file, each with a line feed at its end. */
  public static Slice encode(List<String> lines) {
    return WireWriter.encode(STRUCTURE, FormatVersion.NEWEST, NameListFormat::transfer, lines);
  }

  static List<String> transfer(Wire wire, List<String> lines) {
    return wire.untilEnd("names", (w, l) -> w.line("name", l, s -> s), lines, l -> l);
  }
}
