package io.azulejo.internal.read.request;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The rows of a tile that are still selected. Initially all rows are selected; each test removes
 * some.
 */
public final class RowSelection {
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
   * Keeps the rows whose key is in one of several intervals. Adjacent rows are mostly in the same
   * interval or in the next one, so a search is needed only otherwise.
   *
   * @param lows lower bounds of the intervals, ascending
   * @param highs upper bounds of the intervals (inclusive), each below the next lower bound
   */
  void keepWithin(long[] keys, long[] lows, long[] highs) {
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
