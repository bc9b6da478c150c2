package io.azulejo.internal.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ranks of strings in a column with few distinct ones. They sort alike and need fewer bits. */
public final class TextRanks {
  private final int size;
  private final List<int[]> ranks = new ArrayList<>();

  /** Ranks the strings of several sets together. */
  public TextRanks(List<TextSet> sets) {
    TextSet all = new TextSet(Integer.MAX_VALUE);
    List<int[]> numbers = sets.stream().map(all::addAll).toList();
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

  /** Returns the number of distinct strings. */
  public int size() {
    return size;
  }

  /** Returns the ranks of a set's strings, in the order of their addition. */
  public int[] ofSet(int index) {
    return ranks.get(index);
  }
}
