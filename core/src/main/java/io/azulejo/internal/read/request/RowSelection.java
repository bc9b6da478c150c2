package io.azulejo.internal.read.request;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** Which rows of a tile are still selected: at first all, then fewer with every test. */
public final class RowSelection {
  private final int[] rows;
  private boolean all = true;
  private int count;

  /**
   * All rows.
   *
   * @param count their number
   */
  public RowSelection(int count) {
    this.rows = new int[count];
    this.count = count;
  }

  /** The number of selected rows. */
  public int count() {
    return count;
  }

  /** The selected rows in order; null for all. */
  public int[] rows() {
    return all || count == rows.length ? null : Arrays.copyOf(rows, count);
  }

  /** Keeps the rows whose key is within two bounds. No branch depends on a key. */
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

  /** Keeps the rows that are 1 in a mask of all rows, not 0. No branch depends on it. */
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

  /** Keeps the rows of which a test is true. */
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
