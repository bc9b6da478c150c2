package io.azulejo.imports.rows;

import java.util.Optional;

/** The first cell that turns a column of numbers or dates into a text column. */
final class OddCell {
  /** Number of cells up to which a text column is compared with numbers and dates. */
  static final int MAX_CELLS = 1000;

  private int regular; // numbers or dates
  private int before; // numbers or dates before the first odd cell
  private String shown = ""; // the first odd cell and its place
  private boolean impossible; // whether that cell looks like an impossible date
  private int dateLike; // odd cells that look like possible dates

  /** Counts a cell that is a number or a date. */
  void countRegular() {
    regular++;
  }

  /**
   * Adds a cell that is neither a number nor a date.
   *
   * @param text holds the cell from start to end, without surrounding blanks
   * @param count the number of cells so far
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

  /** Keeps the first cell that is neither a number nor a date. */
  void keepFirst(String place, String cell) {
    before = regular;
    shown = place + ": " + cell;
  }

  /**
   * Returns the cell with its place, such as {@code line 501: "n/a?"}, if nearly all other cells
   * are numbers or dates; or if it looks like a date and half of the cells do.
   *
   * @param cells the number of cells of the column
   */
  Optional<String> amongRegularCells(long cells) {
    long compared = Math.min(cells, MAX_CELLS);
    boolean nearly = before >= 10 || regular >= 3 && 10L * regular >= 9 * compared;
    int dates = regular + dateLike;
    boolean wrongDate = impossible && dates > 0 && 2L * dates >= compared;
    return (nearly || wrongDate) && !isEmpty() ? Optional.of(shown) : Optional.empty();
  }
}
