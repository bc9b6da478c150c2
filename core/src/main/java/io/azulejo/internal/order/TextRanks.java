package io.azulejo.internal.order;

import java.util.Arrays;
import java.util.List;

/**
 * The distinct strings of a column, where they are few, numbered in their order: numbers are ranked
 * as the strings are, and take far fewer bits.
 */
public final class TextRanks {
  private final TextSet set;
  private final int[] ranks;

  private TextRanks(TextSet set, int[] ranks) {
    this.set = set;
    this.ranks = ranks;
  }

  /** Ranks the strings of some sets together. */
  public static TextRanks of(List<TextSet> sets) {
    TextSet all = new TextSet(Integer.MAX_VALUE);
    for (TextSet set : sets) {
      all.addAll(set);
    }
    Integer[] order = new Integer[all.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Arrays.compareUnsigned(all.text(a), all.text(b)));
    int[] ranks = new int[order.length];
    for (int rank = 0; rank < order.length; rank++) {
      ranks[order[rank]] = rank;
    }
    return new TextRanks(all, ranks);
  }

  /** The number of strings. */
  int size() {
    return ranks.length;
  }

  /** The rank of the string of a row, which must be one of those that were ranked. */
  int rank(CellColumn texts, int row) {
    return ranks[set.find(texts.data(), texts.offsets()[row], texts.offsets()[row + 1])];
  }
}
