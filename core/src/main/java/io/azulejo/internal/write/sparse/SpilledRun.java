package io.azulejo.internal.write.sparse;

import io.azulejo.internal.runtime.SpillFile;
import java.util.List;

/**
 * Sorted cells that wait in a file.
 *
 * @param file the file
 * @param blocks what it consists of
 * @param cells how many cells there are
 * @param numbers which of all that were appended they are
 */
record SpilledRun(SpillFile file, List<Block> blocks, long cells, RowNumbers numbers) {
  /**
   * Some cells, one after another: for each column its values, then its lengths and its validity
   * where it has these, each filtered.
   *
   * @param rows the number of cells
   * @param position where the block begins in the file
   * @param values the bytes of values of each column before filtering
   * @param sizes the bytes of each part on disk, in order
   */
  record Block(int rows, long position, int[] values, int[] sizes) {
    /** The bytes of all parts on disk. */
    int size() {
      int sum = 0;
      for (int size : sizes) {
        sum = Math.addExact(sum, size);
      }
      return sum;
    }
  }
}
