package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * On-disk form of the conditions that a consolidation applied: their number, then the path of each
 * one's file within the array ({@link ArrayPaths#marker}), after its length.
 */
public final class ProcessedConditionsFormat {
  private static final String STRUCTURE = "processed conditions";

  private ProcessedConditionsFormat() {}

  /** The paths in the unfiltered bytes of their section. */
  public static List<String> decode(Slice content, FormatVersion version) {
    WireReader wire = new WireReader(STRUCTURE, version, content);
    List<String> paths = transfer(wire, null);
    wire.end();
    return paths;
  }

  /** The unfiltered bytes of the section. */
  public static Slice encode(List<String> paths, FormatVersion version) {
    return WireWriter.encode(STRUCTURE, version, ProcessedConditionsFormat::transfer, paths);
  }

  static List<String> transfer(Wire wire, List<String> paths) {
    return wire.list64("conditions", (w, p) -> w.string64("path", p, s -> s), paths, p -> p);
  }
}
