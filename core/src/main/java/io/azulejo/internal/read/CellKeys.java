package io.azulejo.internal.read;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import java.util.Arrays;
import java.util.List;

/**
 * The order of cells in a layout, as numbers: each cell gets a key of 64 bits such that the order
 * of keys, as unsigned numbers, never contradicts that of cells. Where all that decides fits, keys
 * are exact; where not, {@link #compare} decides between cells of one key.
 */
final class CellKeys {
  private final List<Dimension> dimensions;
  private final Layout layout;
  private final int[] cellDimensions;
  private final int[] tileDimensions;
  private final HilbertCurve hilbert;

  /** The order of cells of an array in a layout: row-major, column-major or the array's own. */
  CellKeys(ArraySchema schema, Layout wanted) {
    dimensions = schema.dimensions();
    boolean global = wanted == Layout.GLOBAL_ORDER || wanted == Layout.UNORDERED;
    layout = global ? schema.cellOrder() : wanted;
    hilbert = layout == Layout.HILBERT ? new HilbertCurve(dimensions) : null;
    cellDimensions = inOrder(layout, dimensions.size());
    tileDimensions =
        global && layout != Layout.HILBERT
            ? Arrays.stream(inOrder(schema.tileOrder(), dimensions.size()))
                .filter(d -> dimensions.get(d).extent().isPresent() && !dimensions.get(d).isVar())
                .toArray()
            : new int[0];
  }

  private static int[] inOrder(Layout order, int count) {
    int[] all = new int[count];
    for (int i = 0; i < count; i++) {
      all[i] = order == Layout.COL_MAJOR ? count - 1 - i : i;
    }
    return all;
  }

  /** The dimensions whose tiles decide first, in order; none where tiles don't matter. */
  int[] tileDimensions() {
    return tileDimensions;
  }

  /** The dimensions whose coordinates decide next, in order. */
  int[] cellDimensions() {
    return cellDimensions;
  }

  /** Whether cells are ordered along a Hilbert curve. */
  boolean isHilbert() {
    return hilbert != null;
  }

  /** The index of the tile that a number is in, as an order-preserving number. */
  long tileOf(int d, long key) {
    Dimension dimension = dimensions.get(d);
    Datatype type = dimension.type();
    if (type.isReal()) {
      double low = ((io.azulejo.schema.Range.Real) dimension.domain().orElseThrow()).low();
      double value = CoordinateKeys.toReal(type, key);
      double extent = dimension.extent().orElseThrow().doubleValue();
      double index =
          type == Datatype.FLOAT32
              ? Math.floor(((float) value - (float) low) / (float) extent)
              : Math.floor((value - low) / extent);
      return Double.isFinite(index) ? (long) index : 0;
    }
    long low = ((io.azulejo.schema.Range.Whole) dimension.domain().orElseThrow()).low();
    long distance = CoordinateKeys.toWhole(type, key) - low;
    return Long.divideUnsigned(distance, dimension.tileLength());
  }

  /** The keys of all selected cells of some tiles, one after another. */
  Keys of(List<SparseTile> tiles) {
    int count = 0;
    for (SparseTile tile : tiles) {
      count = Math.addExact(count, tile.selected);
    }
    return hilbert != null ? hilbertKeys(tiles, count) : packedKeys(tiles, count);
  }

  /**
   * Keys of cells.
   *
   * @param values the keys
   * @param exact whether cells with equal keys have equal coordinates
   */
  record Keys(long[] values, boolean exact) {}

  /** The places of all cells of a decoded tile on the curve, with the top bit flipped. */
  long[] places(SparseTile tile) {
    long[] places = new long[tile.cells];
    long[] axes = new long[dimensions.size()];
    for (int row = 0; row < places.length; row++) {
      places[row] = hilbert.place(tile.coordinates, tile.keys, row, axes) ^ Long.MIN_VALUE;
    }
    return places;
  }

  private Keys hilbertKeys(List<SparseTile> tiles, int count) {
    long[] values = new long[count];
    long[] axes = new long[dimensions.size()];
    int at = 0;
    for (SparseTile tile : tiles) {
      for (int i = 0; i < tile.selected; i++) {
        values[at++] = hilbert.place(tile.coordinates, tile.keys, tile.row(i), axes);
      }
    }
    return new Keys(values, false);
  }

  private Keys packedKeys(List<SparseTile> tiles, int count) {
    long[] values = new long[count];
    long[][] bounds = new long[dimensions.size()][];
    int used = 0;
    for (int d : tileDimensions) {
      bounds[d] = bounds(tiles, d);
      long low = tileOf(d, bounds[d][0]);
      int bits = width(tileOf(d, bounds[d][1]) - low);
      if (used + bits > Long.SIZE) {
        return new Keys(values, false);
      }
      if (bits > 0) {
        packTiles(tiles, d, low, bits, values);
        used += bits;
      }
    }
    for (int d : cellDimensions) {
      if (dimensions.get(d).isVar()) {
        int bytes = (Long.SIZE - used) / Byte.SIZE;
        packTexts(tiles, d, bytes, values);
        return new Keys(values, false);
      }
      bounds[d] = bounds[d] == null ? bounds(tiles, d) : bounds[d];
      int bits = width(bounds[d][1] - bounds[d][0]);
      if (used + bits > Long.SIZE) {
        return new Keys(values, false);
      }
      if (bits > 0) {
        packNumbers(tiles, d, bounds[d][0], bits, values);
        used += bits;
      }
    }
    return new Keys(values, true);
  }

  private static int width(long span) {
    return Long.SIZE - Long.numberOfLeadingZeros(span);
  }

  private static long[] bounds(List<SparseTile> tiles, int d) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (SparseTile tile : tiles) {
      long[] keys = tile.keys[d];
      for (int i = 0; i < tile.selected; i++) {
        long key = keys[tile.row(i)];
        low = Math.min(low, key);
        high = Math.max(high, key);
      }
    }
    return new long[] {low, high};
  }

  private void packTiles(List<SparseTile> tiles, int d, long low, int bits, long[] values) {
    int at = 0;
    for (SparseTile tile : tiles) {
      long[] keys = tile.keys[d];
      for (int i = 0; i < tile.selected; i++, at++) {
        values[at] = shifted(values[at], bits) | tileOf(d, keys[tile.row(i)]) - low;
      }
    }
  }

  private static void packNumbers(
      List<SparseTile> tiles, int d, long low, int bits, long[] values) {
    int at = 0;
    for (SparseTile tile : tiles) {
      long[] keys = tile.keys[d];
      for (int i = 0; i < tile.selected; i++, at++) {
        values[at] = shifted(values[at], bits) | keys[tile.row(i)] - low;
      }
    }
  }

  private static void packTexts(List<SparseTile> tiles, int d, int bytes, long[] values) {
    int at = 0;
    for (SparseTile tile : tiles) {
      TileColumn texts = tile.coordinates[d];
      for (int i = 0; i < tile.selected; i++, at++) {
        int row = tile.row(i);
        int start = texts.offsets()[row];
        int end = texts.offsets()[row + 1];
        long value = values[at];
        for (int b = 0; b < bytes; b++) {
          value = value << Byte.SIZE | (start + b < end ? texts.data()[start + b] & 0xff : 0);
        }
        values[at] = value;
      }
    }
  }

  private static long shifted(long value, int bits) {
    return bits == Long.SIZE ? 0 : value << bits;
  }

  /** Compares two cells, given by their tiles and their rows in these, by all that decides. */
  int compare(SparseTile a, int rowA, SparseTile b, int rowB) {
    for (int d : tileDimensions) {
      int order = Long.compare(tileOf(d, a.keys[d][rowA]), tileOf(d, b.keys[d][rowB]));
      if (order != 0) {
        return order;
      }
    }
    if (hilbert != null) {
      long[] axes = new long[dimensions.size()];
      long placeA = hilbert.place(a.coordinates, a.keys, rowA, axes);
      long placeB = hilbert.place(b.coordinates, b.keys, rowB, axes);
      if (placeA != placeB) {
        return Long.compareUnsigned(placeA, placeB);
      }
    }
    return compareCoordinates(a, rowA, b, rowB);
  }

  /** Compares the coordinates of two cells; 0 only where all are equal. */
  int compareCoordinates(SparseTile a, int rowA, SparseTile b, int rowB) {
    for (int d : cellDimensions) {
      int order =
          a.keys[d] == null
              ? TileColumn.compareText(a.coordinates[d], rowA, b.coordinates[d], rowB)
              : Long.compare(a.keys[d][rowA], b.keys[d][rowB]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
