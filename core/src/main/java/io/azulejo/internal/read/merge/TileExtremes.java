package io.azulejo.internal.read.merge;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.sparse.TreeBox;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.TileEdges;
import java.util.Arrays;
import java.util.List;

/**
 * A lower or an upper bound in global order for each tile of a fragment. Bounds are represented as
 * cells, so that they can be compared with each other.
 */
final class TileExtremes extends Cells {
  /**
   * Whether upper bounds are unknown, because old format versions do not store exact bounds of
   * strings.
   */
  final boolean unknown;

  private TileExtremes(int dimensions, boolean unknown) {
    this.coordinates = new CellColumn[dimensions];
    this.keys = new long[dimensions][];
    this.unknown = unknown;
  }

  /**
   * Returns the corners of the tiles' bounding boxes as bounds.
   *
   * @param max whether to return upper bounds instead of lower bounds
   */
  static TileExtremes corners(SparseFragment owner, boolean max) {
    int tiles = owner.fragment().tiles();
    boolean text = false;
    for (int d = 0; d < owner.dimensions(); d++) {
      text |= owner.isText(d);
    }
    TileExtremes ends =
        new TileExtremes(
            owner.dimensions(), max && text && !owner.fragment().version().hasExactStringBounds());
    for (int d = 0; d < owner.dimensions(); d++) {
      if (owner.isText(d)) {
        var leaves = owner.fragment().rtree().leaves();
        Slice[] texts = max ? leaves.textHighs(d) : leaves.textLows(d);
        ends.coordinates[d] = column(Arrays.asList(texts));
      } else {
        ends.keys[d] = new long[tiles];
        for (int tile = 0; tile < tiles; tile++) {
          TreeBox box = TreeBox.of(owner, tile);
          ends.keys[d][tile] = max ? box.high(d) : box.low(d);
        }
      }
    }
    return ends;
  }

  /** Returns the first or the last cells of the tiles as bounds. */
  static TileExtremes cells(SparseFragment owner, TileEdges edges, boolean last) {
    int tiles = owner.fragment().tiles();
    TileExtremes ends = new TileExtremes(owner.dimensions(), false);
    for (int d = 0; d < owner.dimensions(); d++) {
      if (owner.isText(d)) {
        Slice[] texts = new Slice[tiles];
        for (int tile = 0; tile < tiles; tile++) {
          texts[tile] = last ? edges.last(d, tile) : edges.first(d, tile);
        }
        ends.coordinates[d] = column(Arrays.asList(texts));
      } else {
        var type = owner.type(d);
        byte[] values = new byte[tiles * type.size()];
        for (int tile = 0; tile < tiles; tile++) {
          Slice value = last ? edges.last(d, tile) : edges.first(d, tile);
          value.copyTo(values, tile * type.size());
        }
        ends.keys[d] = new long[tiles];
        ends.coordinates[d] = CellColumn.fixed(values, null);
        CoordinateKeys.decode(type, values, 0, tiles, ends.keys[d]);
        for (int tile = 0; tile < tiles; tile++) {
          ends.keys[d][tile] = CoordinateKeys.place(type, ends.keys[d][tile]);
        }
      }
    }
    return ends;
  }

  private static CellColumn column(List<Slice> texts) {
    int[] offsets = new int[texts.size() + 1];
    for (int i = 0; i < texts.size(); i++) {
      offsets[i + 1] = Math.addExact(offsets[i], texts.get(i).length());
    }
    byte[] data = new byte[offsets[texts.size()]];
    for (int i = 0; i < texts.size(); i++) {
      texts.get(i).copyTo(data, offsets[i]);
    }
    return new CellColumn(data, 0, offsets, null);
  }
}
