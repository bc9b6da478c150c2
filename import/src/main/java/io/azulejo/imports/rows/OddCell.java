package io.azulejo.imports.rows;

import java.util.Optional;

/** Remembers the first cell that turns a column of numbers or dates into a text column. */
final class OddCell {
  /** Number of leading cells that are checked for being numbers or dates. */
  static final int MAX_CELLS = 1000;

  private int regular; // number of numbers and dates
  private int before; // number of numbers and dates before the first odd cell
  private String shown = ""; // the first odd cell with its place
  private boolean impossible; // whether the first odd cell looks like an invalid date
  private int dateLike; // number of odd cells that look like valid dates

  /** Counts a cell that is a number or a date. */
  void countRegular() {
    regular++;
  }

  /**
   * Adds a cell that is neither a number nor a date.
   *
   * @param text contains the cell from start to end, without surrounding blanks
   * @param count number of cells so far
   */
  void addOther(char[] text, int start, int end, long count) {
    if (count > MAX_CELLS) {
      return;
    }
    DateShape shape = DateShape.of(text, start, end);
    dateLike += shape == DateShape.DATE ? 1 : 0;
    impossible |= isEmpty() && shape == DateShape.IMPOSSIBLE;
  }

  /** Returns whether all cells so far are numbers or dates. */
  boolean isEmpty() {
    return shown.isEmpty();
  }

  /**
   * Sets the first odd cell.
   *
   * @param place its place, such as {@code line 501}
   * @param cell its text in quotes
   */
  void keepFirst(String place, String cell) {
    before = regular;
    shown = place + ": " + cell;
  }

  /**
   * Returns the first odd cell with its place, such as {@code line 501: "n/a?"}. The result is
   * empty unless nearly all other cells are numbers or dates, or the cell looks like an invalid
   * date and half of the cells are dates.
   *
   * @param cells number of cells in the column
   */
  Optional<String> amongRegularCells(long cells) {
    long compared = Math.min(cells, MAX_CELLS);
    boolean nearly = before >= 10 || regular >= 3 && 10L * regular >= 9 * compared;
    int dates = regular + dateLike;
    boolean wrongDate = impossible && dates > 0 && 2L * dates >= compared;
    return (nearly || wrongDate) && !isEmpty() ? Optional.of(shown) : Optional.empty();
  }
}
