package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import java.util.Optional;

/**
 * Checks that the cells of a sparse fragment are in global order. Unless the schema allows
 * duplicates, also checks that no two cells have the same coordinates.
 */
final class CellOrderCheck {
  private final ArraySchema schema;
  private final CellKeys order;
  private final boolean timed;
  private final boolean newestFirst;

  /**
   * Creates an order check for the cells of one fragment.
   *
   * @param timed whether the fragment stores a timestamp per cell
   * @param newestFirst whether cells at the same coordinates are stored newest first
   */
  CellOrderCheck(ArraySchema schema, boolean timed, boolean newestFirst) {
    this.schema = schema;
    this.order = new CellKeys(schema, Layout.GLOBAL_ORDER);
    this.timed = timed;
    this.newestFirst = newestFirst;
  }

  /** A rule for two consecutive cells, with the message for its violation. */
  enum Rule {
    ORDER("two cells are not in global order"),
    DUPLICATE("two cells have the same coordinates"),
    OLDER_FIRST(
        "two cells with the same coordinates are not in order of time: the older one comes first"),
    TIMED_DUPLICATE("two cells have the same coordinates and time");

    private final String message;

    Rule(String message) {
      this.message = message;
    }

    @Override
    public String toString() {
      return message;
    }
  }

  /**
   * A violation of a rule by two consecutive cells.
   *
   * @param row the row of the second cell in its tile
   */
  record Violation(Rule rule, int row) {}

  /**
   * Returns the first violation within a tile; empty if there is none. Returns {@link
   * Rule#TIMED_DUPLICATE} only if the tile does not violate another rule.
   */
  Optional<Violation> within(TileCells tile) {
    Violation duplicate = null;
    for (int row = 1; row < tile.selected; row++) {
      Rule broken = compare(tile, row - 1, tile, row);
      if (broken == Rule.TIMED_DUPLICATE) {
        duplicate = duplicate == null ? new Violation(broken, row) : duplicate;
      } else if (broken != null) {
        return Optional.of(new Violation(broken, row));
      }
    }
    return Optional.ofNullable(duplicate);
  }

  /** Returns the violation by the last cell of a tile and the first cell of the next tile. */
  Optional<Violation> between(TileCells before, TileCells after) {
    return Optional.ofNullable(compare(before, before.selected - 1, after, 0))
        .map(broken -> new Violation(broken, 0));
  }

  private Rule compare(TileCells a, int rowA, TileCells b, int rowB) {
    int compared = order.compare(a, rowA, b, rowB);
    if (compared != 0) {
      return compared > 0 ? Rule.ORDER : null;
    }
    if (schema.allowsDuplicates() || !sameBytes(a, rowA, b, rowB)) {
      return null;
    }
    if (!timed) {
      return Rule.DUPLICATE;
    }
    int times = Long.compareUnsigned(a.times[rowA], b.times[rowB]);
    return times == 0 ? Rule.TIMED_DUPLICATE : times < 0 && newestFirst ? Rule.OLDER_FIRST : null;
  }

  /** Returns whether floating-point coordinates have equal bits, to tell 0.0 from -0.0. */
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
