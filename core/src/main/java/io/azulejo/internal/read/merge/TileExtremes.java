package io.azulejo.internal.read.merge;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.TileEdges;
import java.util.Arrays;
import java.util.List;

/**
 * A place in the array's order for each tile of a fragment, as if it were a cell: one before which
 * no cell of the tile comes, or one after which none comes.
 */
final class TileExtremes extends Cells {
  /** Whether nothing is known of the last places: strings of old fragments have no upper bounds. */
  final boolean unknown;

  private TileExtremes(int dimensions, boolean unknown) {
    this.coordinates = new CellColumn[dimensions];
    this.keys = new long[dimensions][];
    this.unknown = unknown;
  }

  /** Corners of the boxes of tiles: no cell comes before the smallest one or after the largest. */
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
          ends.keys[d][tile] = max ? owner.highKey(tile, d) : owner.lowKey(tile, d);
        }
      }
    }
    return ends;
  }

  /** The first or the last cells of tiles. */
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
