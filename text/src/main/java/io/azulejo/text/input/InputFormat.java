package io.azulejo.text.input;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Text format of an input file. */
public enum InputFormat {
  /** Comma-separated values with a header row. */
  CSV,
  /** Tab-separated values with a header row. */
  TSV,
  /** JSON objects, either as elements of one list or as a sequence of objects. */
  JSON;

  private static final List<String> PACKED = List.of(".gz", ".bgz", ".zst", ".bz2");

  /**
   * Returns the format that a file's extension indicates. Extensions of compressed files, such as
   * {@code .gz}, are ignored.
   *
   * @return empty if the extension is not known
   */
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
