package io.azulejo.text.input;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How rows are written in a file. */
public enum InputFormat {
  /** Comma-separated values with the names in the first line. */
  CSV,
  /** Values between tabs, with the names in the first line. */
  TSV,
  /** Objects: a list of them, or one after the other. */
  JSON;

  private static final List<String> PACKED = List.of(".gz", ".bgz", ".zst", ".bz2");

  /** The format by the end of a file's name, compressed or not. */
  public static Optional<InputFormat> of(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    for (String end : PACKED) {
      name = name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
    }
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "csv" -> Optional.of(CSV);
      case "tsv", "tab" -> Optional.of(TSV);
      case "json", "jsonl", "ndjson" -> Optional.of(JSON);
      default -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
