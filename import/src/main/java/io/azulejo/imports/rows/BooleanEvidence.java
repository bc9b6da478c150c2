package io.azulejo.imports.rows;

import io.azulejo.text.row.BooleanWords;

/**
 * Collects evidence on whether the cells of a column are booleans. It finds the word pairs, such as
 * yes and no, to which all cells belong.
 */
final class BooleanEvidence {
  private int pairs = BooleanWords.ALL;
  private boolean yes;
  private boolean no;

  /** Returns whether all cells so far are words of one pair. */
  boolean isPossible() {
    return pairs != 0;
  }

  /** Records that a cell is not a boolean. */
  void exclude() {
    pairs = 0;
  }

  /** Adds a cell. */
  void add(char[] text, int start, int end) {
    int pair = BooleanWords.pair(text, start, end);
    pairs &= Math.abs(pair);
    yes |= pair > 0;
    no |= pair < 0;
  }

  /**
   * Returns whether the cells are clearly booleans: they are the words true or false, or both words
   * of another pair occur.
   */
  boolean isClear() {
    return pairs != 0 && ((pairs & BooleanWords.TRUE_FALSE) != 0 || yes && no);
  }
}
