package io.azulejo.internal.write.fragment;

/**
 * The written cells of a tile, as runs of equal length. A sparse tile has one run with all cells.
 * In a dense tile, each run is a row within the fragment's box, along the fastest-varying
 * dimension. All other cells are padding.
 *
 * @param starts place of the first cell of each run, ascending
 * @param length number of cells in each run
 */
public record CellRuns(int[] starts, int length) {
  /** Returns all cells of a tile as one run. */
  public static CellRuns all(int cells) {
    return new CellRuns(new int[] {0}, cells);
  }

  /** Returns the total number of cells in the runs. */
  public int cells() {
    return starts.length * length;
  }
}
