package io.azulejo.cli.argument;

import io.azulejo.cli.output.GridWriter;
import io.azulejo.text.output.RowWriter;
import java.util.Locale;
import java.util.Optional;

/** An output format for cells. */
public enum RowFormat {
  /** A table for people, fitted to the width of the terminal. */
  TABLE(RowWriter.Format.TABLE),
  /** Comma-separated values with a header row. */
  CSV(RowWriter.Format.CSV),
  /** Tab-separated values with a header row. This format is lossless. */
  TSV(RowWriter.Format.TSV),
  /** One JSON object per line. */
  JSON(RowWriter.Format.JSON),
  /** An Arrow IPC stream. */
  ARROW(null),
  /** An Arrow IPC file. */
  ARROW_FILE(null),
  /** A NumPy array with the cells of a box. */
  NPY(null),
  /** A ZIP archive with one NumPy array per attribute, each with the cells of a box. */
  NPZ(null),
  /** A PNG image whose pixels are the cells of a box. */
  PNG(null),
  /** A TIFF image whose pixels are the cells of a box. */
  TIFF(null);

  private final RowWriter.Format text;

  RowFormat(RowWriter.Format text) {
    this.text = text;
  }

  /** Returns the text format, or an empty result for binary formats. */
  Optional<RowWriter.Format> text() {
    return Optional.ofNullable(text);
  }

  /** Returns the format for the cells of a box, or an empty result for formats that store rows. */
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
