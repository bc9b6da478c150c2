package io.azulejo.internal.order;

/**
 * Cells and their coordinates: the cells of a tile that is being read, or of a batch that is being
 * written. The owner of the cells fills the public fields, and sorting loops use them directly.
 */
public abstract class Cells {
  /** The decoded coordinates of each dimension; null if they are not needed or not yet decoded. */
  public CellColumn[] coordinates;

  /**
   * The {@link CoordinateKeys} of each dimension, or null for a string dimension. The field is null
   * if keys are not needed.
   */
  public long[][] keys;

  /** The selected rows in order; null if all rows are selected. */
  public int[] rows;

  /** The number of selected rows. */
  public int selected;

  /** Creates cells without coordinates or selection. */
  protected Cells() {}

  /**
   * Returns the row of a selected cell.
   *
   * @param selectedIndex the index of the cell among the selected cells, counted from 0
   */
  public final int row(int selectedIndex) {
    return rows == null ? selectedIndex : rows[selectedIndex];
  }
}
