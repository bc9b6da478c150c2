package io.azulejo.internal.verify;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import java.util.Optional;

/** Whether the cells of a sparse fragment are in global order, each place once where it has to. */
final class CellOrderCheck {
  private final ArraySchema schema;
  private final CellKeys order;
  private final boolean timed;
  private final boolean newestFirst;

  /**
   * Checks cells.
   *
   * @param timed whether each cell has a time
   * @param newestFirst whether of cells at one place the newest comes first
   */
  CellOrderCheck(ArraySchema schema, boolean timed, boolean newestFirst) {
    this.schema = schema;
    this.order = new CellKeys(schema, Layout.GLOBAL_ORDER);
    this.timed = timed;
    this.newestFirst = newestFirst;
  }

  /** What is wrong with a pair of cells that follow each other. */
  enum Wrong {
    ORDER("a cell comes before the one that it follows in global order"),
    DUPLICATE("two cells have the same coordinates"),
    TIMES("of two cells with the same coordinates the older one comes first"),
    TWICE("two cells have the same coordinates and the same time");

    private final String words;

    Wrong(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** Something wrong with a cell and the one before. */
  record Violation(Wrong wrong, int row) {}

  /** The first thing that is wrong within a tile. */
  Optional<Violation> within(TileCells tile) {
    Violation twice = null;
    for (int row = 1; row < tile.selected; row++) {
      Wrong wrong = compare(tile, row - 1, tile, row);
      if (wrong == Wrong.TWICE) {
        twice = twice == null ? new Violation(wrong, row) : twice;
      } else if (wrong != null) {
        return Optional.of(new Violation(wrong, row));
      }
    }
    return Optional.ofNullable(twice);
  }

  /** What is wrong between the last cell of a tile and the first one of the next. */
  Optional<Violation> between(TileCells before, TileCells after) {
    return Optional.ofNullable(compare(before, before.selected - 1, after, 0))
        .map(wrong -> new Violation(wrong, 0));
  }

  private Wrong compare(TileCells a, int rowA, TileCells b, int rowB) {
    int compared = order.compare(a, rowA, b, rowB);
    if (compared != 0) {
      return compared > 0 ? Wrong.ORDER : null;
    }
    if (schema.allowsDuplicates() || !sameBytes(a, rowA, b, rowB)) {
      return null;
    }
    if (!timed) {
      return Wrong.DUPLICATE;
    }
    int times = Long.compareUnsigned(a.times[rowA], b.times[rowB]);
    return times == 0 ? Wrong.TWICE : times < 0 && newestFirst ? Wrong.TIMES : null;
  }

  /** Zeros of both signs have one place, but are not the same. */
  private boolean sameBytes(TileCells a, int rowA, TileCells b, int rowB) {
    for (int d = 0; d < a.coordinates.length; d++) {
      Dimension dimension = schema.dimensions().get(d);
      if (!dimension.type().isFloatingPoint()) {
        continue;
      }
      int size = dimension.type().size();
      CellColumn first = a.coordinates[d];
      CellColumn second = b.coordinates[d];
      for (int i = 0; i < size; i++) {
        if (first.data()[first.start() + rowA * size + i]
            != second.data()[second.start() + rowB * size + i]) {
          return false;
        }
      }
    }
    return true;
  }
}
