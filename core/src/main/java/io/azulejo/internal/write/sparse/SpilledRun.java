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
   * Some cells, one after another: column by column, each encoded by its {@link
   * io.azulejo.internal.write.fragment.SpillCodec}.
   *
   * @param rows the number of cells
   * @param position where the block begins in the file
   * @param sizes the bytes of each column before filtering
   * @param stored the bytes of each column on disk
   */
  record Block(int rows, long position, int[] sizes, int[] stored) {
    /** The bytes of all columns on disk. */
    int size() {
      int sum = 0;
      for (int bytes : stored) {
        sum = Math.addExact(sum, bytes);
      }
      return sum;
    }
  }
}
