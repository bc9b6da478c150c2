package io.azulejo.text.input;

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

  /** The format by the end of a file's name, compressed or not. */
  public static Optional<InputFormat> of(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    name = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
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
