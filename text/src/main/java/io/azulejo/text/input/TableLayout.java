package io.azulejo.text.input;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Where a table is in a text, and how its cells are divided.
 *
 * @param lines how many lines come before the table: empty ones, comments, a preamble
 * @param characters how many characters of these are still to be read
 * @param separator what separates cells
 * @param header whether the table begins with the names of its columns
 * @param rowNames whether the first column has none, not even an empty one
 * @param rowsAreNamed whether the first column has names, not values as the others
 * @param trailing whether records may end with a separator, after which there is nothing
 * @param fixed where the columns lie, if their width is fixed; else none
 * @param width how many columns there are, where they have no names
 * @param comments whether a {@code #} before the first name is no part of it
 * @param notes what people should know of all this
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
  /** A table with names from the first character on. */
  public static TableLayout strict(char separator) {
    return new TableLayout(
        0, 0, separator, true, false, false, false, FixedColumns.none(), 0, false, List.of());
  }

  /** A table without names, whose columns are not known. */
  public static TableLayout headless(int lines, char separator) {
    return new TableLayout(
        lines, 0, separator, false, false, false, false, FixedColumns.none(), 0, false, List.of());
  }

  /** Names for columns that have none. */
  public List<String> numbered() {
    return IntStream.rangeClosed(1, width).mapToObj(i -> "column" + i).toList();
  }
}
