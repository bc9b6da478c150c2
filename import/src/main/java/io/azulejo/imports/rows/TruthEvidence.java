package io.azulejo.imports.rows;

import io.azulejo.text.row.TruthWords;

/** The cells of a column read as truth values: which pairs of words all of them belong to. */
final class TruthEvidence {
  private int pairs = TruthWords.ALL;
  private boolean yes;
  private boolean no;

  /** Whether all cells are truth values of one pair of words. */
  boolean isPossible() {
    return pairs != 0;
  }

  /** Excludes truth values: a cell is something else. */
  void exclude() {
    pairs = 0;
  }

  /** Reads a cell. */
  void add(char[] text, int start, int end) {
    int pair = TruthWords.pair(text, start, end);
    pairs &= Math.abs(pair);
    yes |= pair > 0;
    no |= pair < 0;
  }

  /** Whether the cells show that they are truth values: by clear words, or both words of a pair. */
  boolean isShown() {
    return pairs != 0 && ((pairs & TruthWords.TRUE_FALSE) != 0 || yes && no);
  }
}
