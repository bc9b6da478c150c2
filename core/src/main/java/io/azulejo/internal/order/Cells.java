package io.azulejo.internal.order;

/**
 * Cells with their coordinates: from a tile being read or a batch being written. Sorting loops over
 * these arrays directly; the owner of the cells fills them.
 */
public abstract class Cells {
  /** The decoded coordinates by dimension; null if not needed or not decoded yet. */
  public CellColumn[] coordinates;

  /** The keys of numeric coordinates by dimension; null if not needed. */
  public long[][] keys;

  /** The selected rows in order; null for all. */
  public int[] rows;

  /** The number of selected rows. */
  public int selected;

  /** Creates cells without coordinates or selection. */
  protected Cells() {}

  /** Returns the row of a selected cell. */
  public final int row(int selectedIndex) {
    return rows == null ? selectedIndex : rows[selectedIndex];
  }
}
