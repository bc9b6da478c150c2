package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/** Bytes of vacuum and ignore files: names, a line each. */
public final class NameListFormat {
  private static final String STRUCTURE = "list of names";

  private NameListFormat() {}

  /** The lines of a file, without their ends. */
  public static List<String> decode(Slice file) {
    return transfer(new WireReader(STRUCTURE, FormatVersion.CURRENT, file), null);
  }

  /** The bytes of a file. */
  public static Slice encode(List<String> lines) {
    return WireWriter.encode(STRUCTURE, FormatVersion.CURRENT, NameListFormat::transfer, lines);
  }

  static List<String> transfer(Wire wire, List<String> lines) {
    return wire.untilEnd("names", (w, l) -> w.line("name", l, s -> s), lines, l -> l);
  }
}
