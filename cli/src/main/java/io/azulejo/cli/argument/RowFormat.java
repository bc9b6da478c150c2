package io.azulejo.cli.argument;

import io.azulejo.text.output.RowWriter;
import java.util.Locale;
import java.util.Optional;

/** How cells come out. */
public enum RowFormat {
  /** Fitted to the terminal, for people. */
  TABLE(RowWriter.Format.TABLE),
  /** Comma-separated values with a header. */
  CSV(RowWriter.Format.CSV),
  /** Tab-separated texts with a header, values to the bit. */
  TSV(RowWriter.Format.TSV),
  /** An object a line. */
  JSON(RowWriter.Format.JSON),
  /** An Arrow IPC stream. */
  ARROW(null),
  /** An Arrow IPC file. */
  ARROW_FILE(null);

  private final RowWriter.Format text;

  RowFormat(RowWriter.Format text) {
    this.text = text;
  }

  /** The form of the text; empty where cells are no text. */
  Optional<RowWriter.Format> text() {
    return Optional.ofNullable(text);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
