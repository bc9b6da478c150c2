package io.azulejo.text.input;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Position and layout of a table within a text.
 *
 * @param lines number of lines before the table: empty lines, comments or a preamble
 * @param characters number of characters in these lines that are still unread
 * @param separator character between cells, or a constant of {@link TextDialect}
 * @param header whether the table starts with a header row
 * @param rowNames whether the header row has no cell for the first column, which contains row names
 * @param rowsAreNamed whether the first column contains row names instead of values
 * @param trailing whether a record may end with a separator that is not followed by a cell
 * @param fixed columns of a fixed-width table; {@link FixedColumns#none} for other tables
 * @param width number of columns if the table has no header row
 * @param comments whether the header row may be a comment, so that a leading {@code #} is not part
 *     of the first name
 * @param notes user-facing notes on the detected layout
 */
public record TableLayout(
    int lines,
    int characters,
    char separator,
    boolean header,
    boolean rowNames,
    boolean rowsAreNamed,
    boolean trailing,
    FixedColumns fixed,
    int width,
    boolean comments,
    List<String> notes) {
  /** Returns the layout of a table whose header row starts at the first character. */
  public static TableLayout strict(char separator) {
    return new TableLayout(
        0, 0, separator, true, false, false, false, FixedColumns.none(), 0, false, List.of());
  }

  /**
   * Returns the layout of a table without a header row whose number of columns is unknown.
   *
   * @param lines number of lines before the table
   */
  public static TableLayout headless(int lines, char separator) {
    return new TableLayout(
        lines, 0, separator, false, false, false, false, FixedColumns.none(), 0, false, List.of());
  }

  /** Returns generated column names for a table without a header row. */
  public List<String> numbered() {
    return IntStream.rangeClosed(1, width).mapToObj(i -> "column" + i).toList();
  }
}
