package io.azulejo.cli.argument;

import io.azulejo.cli.output.GridWriter;
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
  ARROW_FILE(null),
  /** The cells of a box as an array of NumPy. */
  NPY(null),
  /** The cells of a box as an archive with an array of NumPy for each attribute. */
  NPZ(null),
  /** The cells of a box as the pixels of a picture. */
  PNG(null),
  /** The same as TIFF. */
  TIFF(null);

  private final RowWriter.Format text;

  RowFormat(RowWriter.Format text) {
    this.text = text;
  }

  /** The form of the text; empty where cells are no text. */
  Optional<RowWriter.Format> text() {
    return Optional.ofNullable(text);
  }

  /** The form of a file that has all cells of a box; empty for others. */
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
