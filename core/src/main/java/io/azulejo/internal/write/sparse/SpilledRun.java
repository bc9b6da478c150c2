package io.azulejo.internal.write.sparse;

import io.azulejo.internal.runtime.SpillFile;
import java.util.List;

/**
 * A run of sorted cells in a temporary file.
 *
 * @param file the file
 * @param blocks the blocks of the file, in order
 * @param cells number of cells
 * @param numbers row numbers of the cells among all appended rows
 */
record SpilledRun(SpillFile file, List<Block> blocks, long cells, CellPart.RowNumbers numbers) {
  /**
   * Consecutive cells, stored column by column. Each column is encoded by its {@link
   * io.azulejo.internal.write.fragment.SpillCodec}.
   *
   * @param rows number of cells
   * @param position start of the block in the file
   * @param sizes size of each column before filtering in bytes
   * @param stored size of each column on disk in bytes
   */
  record Block(int rows, long position, int[] sizes, int[] stored) {
    /** Returns the total size of all columns on disk in bytes. */
    int size() {
      int sum = 0;
      for (int bytes : stored) {
        sum = Math.addExact(sum, bytes);
      }
      return sum;
    }
  }
}
