package io.azulejo.imports.rows;

import io.azulejo.text.row.BooleanWords;

/** Reads the cells of a column as booleans: finds the pairs of words to which all cells belong. */
final class BooleanEvidence {
  private int pairs = BooleanWords.ALL;
  private boolean yes;
  private boolean no;

  /** Returns whether all cells are booleans of one pair of words. */
  boolean isPossible() {
    return pairs != 0;
  }

  /** Excludes booleans because a cell is not one. */
  void exclude() {
    pairs = 0;
  }

  /** Reads a cell. */
  void add(char[] text, int start, int end) {
    int pair = BooleanWords.pair(text, start, end);
    pairs &= Math.abs(pair);
    yes |= pair > 0;
    no |= pair < 0;
  }

  /**
   * Returns whether the cells are clearly booleans: by unambiguous words, or both words of a pair.
   */
  boolean isClear() {
    return pairs != 0 && ((pairs & BooleanWords.TRUE_FALSE) != 0 || yes && no);
  }
}
