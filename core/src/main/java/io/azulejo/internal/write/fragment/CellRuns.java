package io.azulejo.internal.write.fragment;

/**
 * The cells of a tile that were written, as runs of one length: of a sparse tile all cells in one
 * run; of a dense one the rows within the fragment's box, each along the dimension that varies
 * fastest. What lies around them is padding.
 *
 * @param starts the first cell of each run, ascending
 * @param length the cells of a run
 */
public record CellRuns(int[] starts, int length) {
  /** All cells of a tile in one run. */
  public static CellRuns all(int cells) {
    return new CellRuns(new int[] {0}, cells);
  }

  /** The number of cells in the runs. */
  public int cells() {
    return starts.length * length;
  }
}
