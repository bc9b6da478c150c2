package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.BoxOrder;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileEdges;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The extent of a sparse fragment: the bounding boxes of its tiles, and its first and last cell.
 */
final class SparseExtent {
  /** Maximum number of a fragment's tiles that are compared with other fragments. */
  private static final int MAX_TILES = 256;

  /** Maximum number of pairs of tiles that are compared for a fragment. */
  private static final long MAX_PAIRS = 1 << 24;

  private final Fragment fragment;
  private final Optional<Ends> ends;

  private SparseExtent(Fragment fragment, Optional<Ends> ends) {
    this.fragment = fragment;
    this.ends = ends;
  }

  /** Returns the extent of a fragment with at least one tile. Reads the fragment's tables. */
  static SparseExtent of(Fragment fragment) {
    return new SparseExtent(
        fragment,
        fragment
            .edges()
            .map(
                edges ->
                    new Ends(
                        fragment.schema().schema().dimensions(), edges, fragment.tiles() - 1)));
  }

  /**
   * Returns whether this fragment certainly has cells that none of the other fragments has. This is
   * true if all of its cells sort before or after all cells of each other fragment. It is also true
   * if the box of at least one of its tiles does not overlap any tile of the others. The last cell
   * of a merged fragment and the first cell of the next one may have the same coordinates. Only
   * some tiles of a large fragment are compared.
   *
   * @param others the other fragments
   * @param schema the schema that the array is read with
   */
  boolean hasUniqueCells(Collection<SparseExtent> others, ArraySchema schema) {
    CellKeys order = new CellKeys(schema, Layout.GLOBAL_ORDER);
    if (ends.isPresent() && others.stream().allMatch(other -> isApart(other, order))) {
      return true;
    }
    BoxOrder boxes = new BoxOrder(schema.dimensions(), fragment.version().hasExactStringBounds());
    Boxes tiles = fragment.rtree().leaves();
    long tilesOfOthers = others.stream().mapToLong(other -> other.fragment.tiles()).sum();
    long affordable = Math.max(1, MAX_PAIRS / Math.max(1, tilesOfOthers));
    long looked = Math.min(tiles.count(), Math.min(MAX_TILES, affordable));
    for (long i = 0; i < looked; i++) {
      int number = (int) (i * tiles.count() / looked);
      if (others.stream().allMatch(other -> other.isApart(tiles, number, boxes))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether all cells of this fragment sort before or after all cells of the other fragment
   * in global order. The last coordinates of the first fragment may equal the first coordinates of
   * the second, unless this fragment has no other coordinates.
   */
  private boolean isApart(SparseExtent other, CellKeys order) {
    if (other.ends.isEmpty()) {
      return false;
    }
    Ends own = ends.get();
    int touching = order.compare(own, Ends.FIRST, own, Ends.LAST) < 0 ? 1 : 0;
    return order.compare(own, Ends.LAST, other.ends.get(), Ends.FIRST) < touching
        || order.compare(own, Ends.FIRST, other.ends.get(), Ends.LAST) > -touching;
  }

  private boolean isApart(Boxes tiles, int tile, BoxOrder order) {
    Boxes own = fragment.rtree().leaves();
    boolean apart = true;
    for (int i = 0; i < own.count() && apart; i++) {
      apart = order.areApart(own.box(i), tiles.box(tile));
    }
    return apart;
  }

  /** The first and the last cell of a fragment in global order. */
  private static final class Ends extends Cells {
    static final int FIRST = 0;
    static final int LAST = 1;

    Ends(List<Dimension> dimensions, TileEdges edges, int lastTile) {
      coordinates = new CellColumn[dimensions.size()];
      keys = new long[dimensions.size()][];
      for (int d = 0; d < coordinates.length; d++) {
        Dimension dimension = dimensions.get(d);
        Slice first = edges.first(d, 0);
        Slice last = edges.last(d, lastTile);
        byte[] both = new byte[first.length() + last.length()];
        first.copyTo(both, 0);
        last.copyTo(both, first.length());
        if (dimension.isVar()) {
          int[] offsets = {0, first.length(), both.length};
          coordinates[d] = new CellColumn(both, 0, offsets, null);
        } else {
          coordinates[d] = CellColumn.fixed(both, null);
          keys[d] = new long[2];
          CoordinateKeys.decode(dimension.type(), both, 0, 2, keys[d]);
        }
      }
    }
  }
}
