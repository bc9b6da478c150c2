package io.azulejo.cli.argument;

import io.azulejo.imports.source.FileKind;
import io.azulejo.text.input.InputFormat;
import java.nio.charset.StandardCharsets;
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
    return InputFormat.of(file).flatMap(DataFormat::of);
  }

  private static Optional<DataFormat> of(InputFormat text) {
    return Arrays.stream(values()).filter(format -> format.text == text).findFirst();
  }

  /** The format by the first bytes of a file; empty where these are neither text nor Arrow. */
  static Optional<DataFormat> of(byte[] head) {
    String start = new String(head, StandardCharsets.ISO_8859_1);
    if (start.startsWith("ARROW1") || start.startsWith("\u00ff\u00ff\u00ff\u00ff")) {
      return Optional.of(ARROW);
    }
    return FileKind.text(head).flatMap(DataFormat::of);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
