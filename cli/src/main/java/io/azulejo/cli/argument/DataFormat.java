package io.azulejo.cli.argument;

import io.azulejo.text.input.InputFormat;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What rows are written as in a file that is read. */
public enum DataFormat {
  /** Comma-separated values with the names in the first line. */
  CSV(InputFormat.CSV),
  /** Values between tabs, with the names in the first line. */
  TSV(InputFormat.TSV),
  /** Objects: a list of them, or one after the other. */
  JSON(InputFormat.JSON),
  /** An Arrow IPC stream or file. */
  ARROW(null);

  private final InputFormat text;

  DataFormat(InputFormat text) {
    this.text = text;
  }

  /** The form of the text; empty where rows are no text. */
  Optional<InputFormat> text() {
    return Optional.ofNullable(text);
  }

  /** The format by the end of a file's name. */
  static Optional<DataFormat> of(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    if (name.endsWith(".arrow") || name.endsWith(".arrows") || name.endsWith(".feather")) {
      return Optional.of(ARROW);
    }
    Optional<InputFormat> known = InputFormat.of(file);
    return Arrays.stream(values())
        .filter(format -> known.isPresent() && format.text().equals(known))
        .findFirst();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
