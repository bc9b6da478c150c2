package io.azulejo.cli.argument;

import io.azulejo.imports.source.FileKind;
import io.azulejo.text.input.InputFormat;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A format of input files that contain rows. */
public enum DataFormat {
  /** Comma-separated values with a header row. */
  CSV(InputFormat.CSV),
  /** Tab-separated values with a header row. */
  TSV(InputFormat.TSV),
  /** JSON objects, either in a list or one after another. */
  JSON(InputFormat.JSON),
  /** An Arrow IPC stream or file. */
  ARROW(null);

  private final InputFormat text;

  DataFormat(InputFormat text) {
    this.text = text;
  }

  /** Returns the parser's format, or an empty result for binary formats. */
  Optional<InputFormat> text() {
    return Optional.ofNullable(text);
  }

  /** Returns the format for a file's extension, if it has one. */
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

  /**
   * Returns the format that the first bytes of a file indicate, or an empty result if they are
   * neither text nor Arrow.
   */
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
