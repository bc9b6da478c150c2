package io.azulejo.internal.order;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/**
 * Knowledge about the strings of a dimension among the cells to sort.
 *
 * @param prefix length of their common prefix in bytes
 * @param ranks the rank of each cell's string, at the index of its key; null if unknown
 * @param distinct the number of ranks
 */
public record TextKeys(int prefix, int[] ranks, int distinct) {
  /** Nothing is known. */
  static final TextKeys WHOLE = new TextKeys(0, null, 0);

  /** Strings are ranked only if no stretch has more distinct strings than this. */
  private static final int MAX_TEXTS = 1 << 12;

  /** Number of distinct strings that a stretch may always have. */
  private static final int FEW_TEXTS = 16;

  /**
   * Some cells to sort.
   *
   * @param from index of the first selected cell
   * @param count number of cells
   * @param at index of the first cell's key
   */
  public record Stretch(Cells cells, int from, int count, int at) {}

  /**
   * Ranks the strings of a dimension if there are few distinct ones.
   *
   * @param stretches all cells
   * @param count the number of cells
   * @param repeats the minimum number of cells for each distinct string
   * @param workers examines several stretches at a time
   * @return {@link #WHOLE} if there are too many distinct strings
   */
  public static TextKeys of(
      List<Stretch> stretches, int dimension, int count, int repeats, KeySort.Workers workers) {
    AtomicBoolean many = new AtomicBoolean();
    int[] numbers = new int[count];
    List<TextSet> sets =
        workers.map(
            stretches,
            part -> {
              TextSet set =
                  new TextSet(Math.min(MAX_TEXTS, Math.max(FEW_TEXTS, part.count / repeats)));
              if (!many.get()
                  && !set.add(part.cells, dimension, part.from, part.count, numbers, part.at)) {
                many.set(true);
              }
              return set;
            });
    TextRanks ranks = many.get() ? null : TextRanks.of(sets, count / repeats);
    if (ranks == null) {
      return WHOLE;
    }
    workers.map(
        IntStream.range(0, stretches.size()).boxed().toList(),
        i -> {
          int[] rankOf = ranks.ofSet(i);
          int from = stretches.get(i).at;
          for (int at = from; at < from + stretches.get(i).count; at++) {
            numbers[at] = rankOf[numbers[at]];
          }
          return null;
        });
    return new TextKeys(0, numbers, ranks.size());
  }
}
