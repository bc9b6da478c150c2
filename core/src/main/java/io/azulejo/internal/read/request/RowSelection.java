package io.azulejo.internal.read.request;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The rows of a tile that are still selected. Initially all rows are selected; each test removes
 * some.
 */
public final class RowSelection {
  /**
   * Maximum length of a table of keys, relative to the number of rows. A longer table would cost
   * more than searches.
   */
  private static final int TABLE_SHARE = 4;

  private final int[] rows;
  private boolean all = true;
  private int count;

  /**
   * Creates a selection of all rows.
   *
   * @param count number of rows
   */
  public RowSelection(int count) {
    this.rows = new int[count];
    this.count = count;
  }

  /** Returns the number of all rows, selected or not. */
  public int size() {
    return rows.length;
  }

  /** Returns the number of selected rows. */
  public int count() {
    return count;
  }

  /** Returns the selected rows, ascending, or null if all rows are selected. */
  public int[] rows() {
    return all || count == rows.length ? null : Arrays.copyOf(rows, count);
  }

  /**
   * Keeps the rows whose key is within two bounds (inclusive). The loop has no branch that depends
   * on a key.
   */
  public void keepBetween(long[] keys, long low, long high) {
    int kept = 0;
    if (all) {
      for (int row = 0; row < count; row++) {
        long key = keys[row];
        rows[kept] = row;
        kept += key >= low & key <= high ? 1 : 0;
      }
    } else {
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        long key = keys[row];
        rows[kept] = row;
        kept += key >= low & key <= high ? 1 : 0;
      }
    }
    all = false;
    count = kept;
  }

  /**
   * Keeps the rows whose key is in one of several intervals.
   *
   * @param lows lower bounds of the intervals, ascending
   * @param highs upper bounds of the intervals (inclusive), each below the next lower bound
   */
  void keepWithin(long[] keys, long[] lows, long[] highs) {
    if (all && isSorted(keys, count)) {
      keepRunsWithin(keys, lows, highs);
      return;
    }
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long key = keys[all ? i : rows[i]];
      min = Math.min(min, key);
      max = Math.max(max, key);
    }
    if (Long.compareUnsigned(max - min, (long) TABLE_SHARE * count) < 0) {
      keepMarked(keys, min, marked(min, max, lows, highs));
    } else {
      searchEach(keys, lows, highs);
    }
  }

  private static boolean isSorted(long[] keys, int count) {
    boolean sorted = true;
    for (int row = 1; row < count; row++) {
      sorted &= keys[row - 1] <= keys[row];
    }
    return sorted;
  }

  /** Keeps the rows of ascending keys in the intervals. Each interval takes two searches. */
  private void keepRunsWithin(long[] keys, long[] lows, long[] highs) {
    int kept = 0;
    int row = 0;
    int interval = 0;
    while (row < count) {
      interval = firstFrom(highs, interval, highs.length, keys[row]);
      if (interval == highs.length) {
        break;
      }
      row = firstFrom(keys, row, count, lows[interval]);
      boolean last = highs[interval] == Long.MAX_VALUE;
      int end = last ? count : firstFrom(keys, row, count, highs[interval] + 1);
      while (row < end) {
        rows[kept++] = row++;
      }
    }
    all = false;
    count = kept;
  }

  /** Returns the first index from {@code from} whose value is not less than a number. */
  private static int firstFrom(long[] ascending, int from, int end, long number) {
    int first = from;
    int last = end;
    while (first < last) {
      int middle = (first + last) >>> 1;
      if (ascending[middle] >= number) {
        last = middle;
      } else {
        first = middle + 1;
      }
    }
    return first;
  }

  /**
   * Returns a table of the keys from {@code min} to {@code max}: 1 for keys within the intervals, 0
   * for others.
   */
  private static byte[] marked(long min, long max, long[] lows, long[] highs) {
    byte[] table = new byte[(int) (max - min) + 1];
    for (int i = firstNotBefore(highs, min); i < lows.length && lows[i] <= max; i++) {
      int from = (int) (Math.max(lows[i], min) - min);
      int to = (int) (Math.min(highs[i], max) - min) + 1;
      Arrays.fill(table, from, to, (byte) 1);
    }
    return table;
  }

  /**
   * Keeps the rows whose key is 1 in a table.
   *
   * @param min the key of the first entry of the table, which has an entry for each selected row
   */
  private void keepMarked(long[] keys, long min, byte[] table) {
    int kept = 0;
    if (all) {
      for (int row = 0; row < count; row++) {
        rows[kept] = row;
        kept += table[(int) (keys[row] - min)];
      }
    } else {
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        rows[kept] = row;
        kept += table[(int) (keys[row] - min)];
      }
    }
    all = false;
    count = kept;
  }

  /**
   * Keeps the rows whose key is in one of several intervals. Adjacent rows are mostly in the same
   * interval or in the next one, so a search is needed only otherwise.
   */
  private void searchEach(long[] keys, long[] lows, long[] highs) {
    int kept = 0;
    int at = 0; // the first interval that does not end before the last key
    for (int i = 0; i < count; i++) {
      int row = all ? i : rows[i];
      long key = keys[row];
      if (at > 0 && key <= highs[at - 1]) {
        at = firstNotBefore(highs, key);
      } else if (at < highs.length && key > highs[at]) {
        at++;
        if (at < highs.length && key > highs[at]) {
          at = firstNotBefore(highs, key);
        }
      }
      rows[kept] = row;
      kept += at < lows.length && lows[at] <= key ? 1 : 0;
    }
    all = false;
    count = kept;
  }

  private static int firstNotBefore(long[] highs, long key) {
    int at = Arrays.binarySearch(highs, key);
    return at < 0 ? -at - 1 : at;
  }

  /**
   * Keeps the rows that are 1 in a mask of all rows. The mask must contain only 0 and 1. The loop
   * has no branch that depends on the mask.
   */
  public void keep(byte[] mask) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = all ? i : rows[i];
      rows[kept] = row;
      kept += mask[row];
    }
    all = false;
    count = kept;
  }

  /**
   * Keeps or removes whole runs of rows.
   *
   * @param ends end of each run (exclusive), ascending
   * @param test returns whether to keep a run, given its index
   */
  public void keepRuns(int[] ends, IntPredicate test) {
    int kept = 0;
    int at = 0;
    for (int run = 0; run < ends.length; run++) {
      boolean keeps = test.test(run);
      if (all) {
        for (int row = at; keeps && row < ends[run]; row++) {
          rows[kept++] = row;
        }
        at = ends[run];
      } else {
        for (; at < count && rows[at] < ends[run]; at++) {
          rows[kept] = rows[at];
          kept += keeps ? 1 : 0;
        }
      }
    }
    all = false;
    count = kept;
  }

  /** Keeps the rows that pass a test. */
  public void keep(IntPredicate test) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = all ? i : rows[i];
      if (test.test(row)) {
        rows[kept++] = row;
      }
    }
    all = false;
    count = kept;
  }
}
