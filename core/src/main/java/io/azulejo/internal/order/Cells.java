package io.azulejo.internal.order;

/**
 * Some cells with their coordinates: those of a tile that is read, or of a batch that is written.
 * What orders cells goes through these arrays in plain loops; who owns the cells fills them.
 */
public abstract class Cells {
  /** The decoded coordinates by dimension; null for those that are not needed, or not yet. */
  public CellColumn[] coordinates;

  /** The keys of coordinates that are numbers, by dimension; null for those that are not needed. */
  public long[][] keys;

  /** The selected rows in order; null for all. */
  public int[] rows;

  /** The number of selected rows. */
  public int selected;

  /** No coordinates, and nothing selected. */
  protected Cells() {}

  /** The row of a selected cell. */
  public final int row(int selectedIndex) {
    return rows == null ? selectedIndex : rows[selectedIndex];
  }
}
