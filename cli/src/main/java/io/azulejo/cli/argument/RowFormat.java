package io.azulejo.cli.argument;

import io.azulejo.cli.output.GridWriter;
import io.azulejo.text.output.RowWriter;
import java.util.Locale;
import java.util.Optional;

/** Output format of cells. */
public enum RowFormat {
  /** A table for people, fitted to the terminal. */
  TABLE(RowWriter.Format.TABLE),
  /** Comma-separated values with a header row. */
  CSV(RowWriter.Format.CSV),
  /** Tab-separated values with a header row; lossless. */
  TSV(RowWriter.Format.TSV),
  /** One JSON object per line. */
  JSON(RowWriter.Format.JSON),
  /** An Arrow IPC stream. */
  ARROW(null),
  /** An Arrow IPC file. */
  ARROW_FILE(null),
  /** The cells of a box as a NumPy array. */
  NPY(null),
  /** The cells of a box as an archive with one NumPy array per attribute. */
  NPZ(null),
  /** The cells of a box as the pixels of a PNG image. */
  PNG(null),
  /** The cells of a box as the pixels of a TIFF image. */
  TIFF(null);

  private final RowWriter.Format text;

  RowFormat(RowWriter.Format text) {
    this.text = text;
  }

  /** Returns the text format; empty for binary formats. */
  Optional<RowWriter.Format> text() {
    return Optional.ofNullable(text);
  }

  /** Returns the format for all cells of a box; empty for other formats. */
  Optional<GridWriter.Form> grid() {
    return switch (this) {
      case NPY -> Optional.of(GridWriter.Form.NPY);
      case NPZ -> Optional.of(GridWriter.Form.NPZ);
      case PNG -> Optional.of(GridWriter.Form.PNG);
      case TIFF -> Optional.of(GridWriter.Form.TIFF);
      default -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
