package io.azulejo.internal.write;

import io.azulejo.internal.order.CellColumn;

/**
 * Goes through the values of a field in a tile as they came: runs of cells that lie one after
 * another both where they are held and, but for a step, in the tile.
 */
final class CellCursor {
  private final CellPath path;
  private final HeldCells held;
  private final int field;
  private HeldCells.Piece piece;
  private int left;
  private long index;
  private int cell;
  private int row;
  private int length;

  CellCursor(CellPath path, HeldCells held, int field) {
    this.path = path;
    this.held = held;
    this.field = field;
  }

  /** Goes to the next run, or the first one; false when there is none. */
  boolean next() {
    if (left == 0) {
      if (!path.next()) {
        return false;
      }
      index = path.index();
      cell = path.cell();
      left = path.length();
    } else {
      index += length;
      cell += length * path.step();
    }
    if (piece == null || index - piece.first() >= piece.rows()) {
      piece = held.find(index);
    }
    row = (int) (index - piece.first());
    length = Math.min(left, piece.rows() - row);
    left -= length;
    return true;
  }

  /** What holds the run. */
  CellColumn column() {
    return piece.columns()[field];
  }

  /** The first row of the run. */
  int row() {
    return row;
  }

  /** The place of its first cell in the tile. */
  int cell() {
    return cell;
  }

  /** From one cell of it to the next in the tile. */
  int step() {
    return path.step();
  }

  /** The cells of it. */
  int length() {
    return length;
  }
}
