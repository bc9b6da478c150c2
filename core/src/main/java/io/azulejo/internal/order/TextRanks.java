package io.azulejo.internal.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ranks of the strings in a column that has few distinct strings. Ranks have the same order as
 * the strings and need fewer bits.
 */
final class TextRanks {
  private final int size;
  private final List<int[]> ranks = new ArrayList<>();

  /**
   * Ranks the strings of several sets together. Equal strings have the same rank.
   *
   * @param maxSize the maximum number of distinct strings
   * @return null if there are more
   */
  static TextRanks of(List<TextSet> sets, int maxSize) {
    TextSet all = new TextSet(Integer.MAX_VALUE);
    List<int[]> numbers = new ArrayList<>();
    for (TextSet set : sets) {
      numbers.add(all.addAll(set));
      if (all.size() > maxSize) {
        return null;
      }
    }
    return new TextRanks(all, numbers);
  }

  private TextRanks(TextSet all, List<int[]> numbers) {
    size = all.size();
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Arrays.compareUnsigned(all.text(a), all.text(b)));
    int[] rankOf = new int[size];
    for (int rank = 0; rank < size; rank++) {
      rankOf[order[rank]] = rank;
    }
    for (int[] ofSet : numbers) {
      ranks.add(Arrays.stream(ofSet).map(number -> rankOf[number]).toArray());
    }
  }

  /** Returns the number of distinct strings in all sets, which is the number of ranks. */
  int size() {
    return size;
  }

  /**
   * Returns the ranks of the strings in a set, in the order in which they were added to it.
   *
   * @param index the index of the set in the list that was passed to the constructor
   */
  int[] ofSet(int index) {
    return ranks.get(index);
  }
}
