package io.azulejo.text.input;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Position and layout of a table in a text.
 *
 * @param lines the number of lines before the table: empty lines, comments, a preamble
 * @param characters the number of characters of these lines that are still unread
 * @param separator the separator of cells
 * @param header whether the table starts with a header row
 * @param rowNames whether the header row lacks a cell for the first column
 * @param rowsAreNamed whether the first column holds row names, not values
 * @param trailing whether records may end with a separator that nothing follows
 * @param fixed the column positions of a fixed-width table; otherwise no columns
 * @param width the number of columns of a table without header
 * @param comments whether a {@code #} before the first name does not belong to it
 * @param notes notes for people on the layout
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
  /** Returns a table with a header row that starts at the first character. */
  public static TableLayout strict(char separator) {
    return new TableLayout(
        0, 0, separator, true, false, false, false, FixedColumns.none(), 0, false, List.of());
  }

  /** Returns a table without a header row and with unknown columns. */
  public static TableLayout headless(int lines, char separator) {
    return new TableLayout(
        lines, 0, separator, false, false, false, false, FixedColumns.none(), 0, false, List.of());
  }

  /** Returns generated names for unnamed columns. */
  public List<String> numbered() {
    return IntStream.rangeClosed(1, width).mapToObj(i -> "column" + i).toList();
  }
}
