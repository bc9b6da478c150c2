package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TableKind;
import io.azulejo.schema.Dimension;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Compares the first and last coordinates of tiles with the metadata, if it contains them. */
final class TileEnds {
  private final List<Dimension> dimensions;
  private final Boxes ends;

  TileEnds(Fragment fragment, List<Dimension> dimensions) {
    this.dimensions = dimensions;
    this.ends = ends(fragment, dimensions);
  }

  /**
   * Returns the first coordinates of each tile as lower bounds, and the last ones as upper bounds;
   * null if the metadata does not contain them or is damaged.
   */
  private static Boxes ends(Fragment fragment, List<Dimension> dimensions) {
    Object[] first = new Object[dimensions.size()];
    Object[] last = new Object[dimensions.size()];
    try {
      if (fragment.footer().globalOrderBounds(dimensions.size()).isEmpty()) {
        return null;
      }
      for (int d = 0; d < first.length; d++) {
        first[d] = values(fragment, dimensions.get(d), TableKind.FIRST_CELLS, d);
        last[d] = values(fragment, dimensions.get(d), TableKind.LAST_CELLS, d);
      }
    } catch (AzulejoException | IndexOutOfBoundsException e) {
      return null; // TableChecks reports this
    }
    return new Boxes(fragment.tiles(), first, last);
  }

  private static Object values(Fragment fragment, Dimension dimension, TableKind table, int d) {
    TileBounds bounds = fragment.tables().bounds(table, d);
    return bounds.values(dimension.type(), fragment.tiles());
  }

  /** Describes how a tile's first or last cell differs from the metadata; empty if they agree. */
  Optional<String> mismatch(TileCells tile) {
    for (int d = 0; ends != null && d < dimensions.size(); d++) {
      Dimension dimension = dimensions.get(d);
      for (boolean last : new boolean[] {false, true}) {
        int row = last ? tile.selected - 1 : 0;
        boolean same =
            dimension.isVar()
                ? sameText(tile, d, row, last)
                : tile.keys[d][row] == key(tile.tile, d, last);
        if (!same) {
          return Optional.of(
              "\"%s\" of the %s cell differs from the metadata"
                  .formatted(dimension.name(), last ? "last" : "first"));
        }
      }
    }
    return Optional.empty();
  }

  private boolean sameText(TileCells tile, int d, int row, boolean last) {
    int[] offsets = tile.coordinates[d].offsets();
    Slice cell =
        Slice.of(Arrays.copyOfRange(tile.coordinates[d].data(), offsets[row], offsets[row + 1]));
    return cell.equals((last ? ends.textHighs(d) : ends.textLows(d))[tile.tile]);
  }

  private long key(int tile, int d, boolean last) {
    Dimension dimension = dimensions.get(d);
    if (dimension.type().isFloatingPoint()) {
      double value = (last ? ends.doubleHighs(d) : ends.doubleLows(d))[tile];
      return CoordinateKeys.ofFloatingPoint(dimension.type(), value == 0 ? 0.0 : value);
    }
    return CoordinateKeys.ofInteger(
        dimension.type(), (last ? ends.longHighs(d) : ends.longLows(d))[tile]);
  }
}
