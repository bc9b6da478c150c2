package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * Encodes and decodes the list of conditions that a consolidation has processed. The number of
 * conditions comes first, then for each condition the length of its path and the path ({@link
 * ArrayPaths#marker}).
 */
public final class ProcessedConditionsFormat {
  /** The name of the structure in error messages. */
  public static final String STRUCTURE = "processed conditions";

  private ProcessedConditionsFormat() {}

  /**
   * Decodes the unfiltered bytes of the section.
   *
   * @param version the format version of the fragment
   * @return the paths of the condition files, in the order of their indexes
   * @throws io.azulejo.error.CorruptDataException if the bytes contradict the format
   */
  public static List<String> decode(Slice content, FormatVersion version) {
    return WireReader.decode(STRUCTURE, version, content, ProcessedConditionsFormat::transfer);
  }

  /**
   * Encodes the section, without filtering it.
   *
   * @param version the format version of the fragment
   */
  public static Slice encode(List<String> paths, FormatVersion version) {
    return WireWriter.encode(STRUCTURE, version, ProcessedConditionsFormat::transfer, paths);
  }

  static List<String> transfer(Wire wire, List<String> paths) {
    return wire.list64("conditions", (w, p) -> w.string64("path", p, s -> s), paths, p -> p);
  }
}
