package io.azulejo.internal.write.dense;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.StridedCopy;
import java.util.List;

/**
 * Iterates over the values of one field in one tile, in arrival order. Each run holds consecutive
 * cells of one column whose places in the tile are a fixed step apart. The first cells may have
 * been spilled to files; the others are held in memory.
 */
final class ArrivalCursor implements AssembledTiles.Runs {
  private final CellPath path;
  private final List<SpilledPart> spilled;
  private final HeldCells held;
  private final int field;
  private final long from;
  private int part;
  private int partEnd;
  private CellPiece piece;
  private CellColumn column;
  private int done;
  private int row;
  private int length;

  /**
   * Creates a cursor over the cells of a tile, positioned before the first run.
   *
   * @param path the cells of the tile in arrival order
   * @param spilled the cells that arrived before {@code from}; empty if they were not spilled
   * @param from number of the first cell to take from the held cells; earlier cells are skipped if
   *     nothing was spilled
   */
  ArrivalCursor(CellPath path, List<SpilledPart> spilled, HeldCells held, int field, long from) {
    this.path = path;
    this.spilled = spilled;
    this.held = held;
    this.field = field;
    this.from = from;
    this.partEnd = spilled.isEmpty() ? 0 : spilled.get(0).rows();
    this.length = -1;
  }

  /** Moves to the next run. Returns false if no more cells of the tile have arrived. */
  @Override
  public boolean next() {
    done += length;
    if (length < 0 || done == path.length()) {
      if (!path.next()) {
        return false;
      }
      done = 0;
    }
    if (path.index() + done < from) {
      if (spilled.isEmpty()) {
        return skip();
      }
      ofSpilled();
      return true;
    }
    return ofHeld();
  }

  /** Skips the cells before {@code from}. */
  private boolean skip() {
    while (path.index() + path.length() <= from) {
      if (!path.next()) {
        return false;
      }
    }
    done = (int) Math.max(0, from - path.index());
    return ofHeld();
  }

  private void ofSpilled() {
    int cell = path.before() + done;
    if (cell == partEnd) {
      partEnd += spilled.get(++part).rows();
    }
    column = spilled.get(part).column();
    row = cell - partEnd + spilled.get(part).rows();
    length = Math.min(path.length() - done, partEnd - cell);
  }

  private boolean ofHeld() {
    long index = path.index() + done;
    if (piece == null || index - piece.first() >= piece.rows()) {
      if (index >= held.end()) {
        return false;
      }
      piece = held.find(index);
    }
    column = piece.columns()[field];
    row = (int) (index - piece.first());
    length = Math.min(path.length() - done, piece.rows() - row);
    return true;
  }

  /** Returns the column that holds the run. */
  CellColumn column() {
    return column;
  }

  /** Returns the row of the run's first cell in {@link #column}. */
  int row() {
    return row;
  }

  /** Returns the number of cells in the run. */
  int length() {
    return length;
  }

  private int cell() {
    return path.cell() + done * path.step();
  }

  @Override
  public void copyFixed(byte[] tile, int size) {
    copy(column.data(), column.start(), tile, size);
  }

  @Override
  public void copyValidity(byte[] tile) {
    copy(column.validity(), 0, tile, Byte.BYTES);
  }

  private void copy(byte[] source, int start, byte[] tile, int size) {
    StridedCopy.cells(
        source, start + row * size, 1, tile, cell() * size, path.step(), length, size);
  }

  @Override
  public void lengths(int[] lengths) {
    int[] offsets = column.offsets();
    int cell = cell();
    for (int i = row; i < row + length; i++, cell += path.step()) {
      lengths[cell] = offsets[i + 1] - offsets[i];
    }
  }

  @Override
  public void copyVar(byte[] tile, int[] starts) {
    byte[] values = column.data();
    int[] offsets = column.offsets();
    int cell = cell();
    if (path.step() == 1) {
      int bytes = offsets[row + length] - offsets[row];
      System.arraycopy(values, offsets[row], tile, starts[cell], bytes);
      return;
    }
    for (int i = row; i < row + length; i++, cell += path.step()) {
      System.arraycopy(values, offsets[i], tile, starts[cell], offsets[i + 1] - offsets[i]);
    }
  }
}
