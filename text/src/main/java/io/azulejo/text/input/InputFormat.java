package io.azulejo.text.input;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Text format of an input file of rows. */
public enum InputFormat {
  /** Comma-separated values with a header row. */
  CSV,
  /** Tab-separated values with a header row. */
  TSV,
  /** JSON objects: a list of objects, or one object after the other. */
  JSON;

  private static final List<String> PACKED = List.of(".gz", ".bgz", ".zst", ".bz2");

  /** Returns the format by the file's extension, compressed or not. */
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
