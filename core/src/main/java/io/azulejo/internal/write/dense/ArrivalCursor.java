package io.azulejo.internal.write.dense;

import io.azulejo.internal.order.CellColumn;
import java.util.List;

/**
 * Goes through the values of a field in a tile as they came: runs of cells that lie one after
 * another both where they are kept and, but for a step, in the tile. The first cells may have been
 * spilled, the others are held.
 */
final class ArrivalCursor {
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
   * A cursor over the cells of a tile.
   *
   * @param path the way through the cells of the tile as they come
   * @param spilled those that came before {@code from}
   * @param from the first cell that is looked for among those that are held; where nothing was
   *     spilled, the cells before are left out
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

  /** Goes to the next run, or the first one; false when there is none that came already. */
  boolean next() {
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

  /** Leaves out the cells of runs before those that are looked for. */
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

  /** What holds the run. */
  CellColumn column() {
    return column;
  }

  /** The first row of the run. */
  int row() {
    return row;
  }

  /** The place of its first cell in the tile. */
  int cell() {
    return path.cell() + done * path.step();
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
