package io.azulejo.internal.order;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.Arrays;
import java.util.List;

/**
 * The order of cells in a layout, as numbers: each cell gets a key of 64 bits such that the order
 * of keys, as unsigned numbers, never contradicts that of cells. Where all that decides fits, keys
 * are exact; where not, {@link #compare} decides between cells of one key.
 */
public final class CellKeys {
  private final List<Dimension> dimensions;
  private final Layout layout;
  private final int[] cellDimensions;
  private final int[] tileDimensions;
  private final HilbertCurve hilbert;

  /** The order of cells of an array in a layout: row-major, column-major or the array's own. */
  public CellKeys(ArraySchema schema, Layout wanted) {
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
  public int[] tileDimensions() {
    return tileDimensions;
  }

  /** The dimensions whose coordinates decide next, in order. */
  public int[] cellDimensions() {
    return cellDimensions;
  }

  /** Whether cells are ordered along a Hilbert curve. */
  public boolean isHilbert() {
    return hilbert != null;
  }

  /** The index of the tile that a number of the domain is in, unsigned. */
  public long tileOf(int d, long key) {
    Dimension dimension = dimensions.get(d);
    Datatype type = dimension.type();
    if (type.isReal()) {
      double low = ((Range.Real) dimension.domain().orElseThrow()).low();
      double value = CoordinateKeys.toReal(type, key);
      double extent = dimension.extent().orElseThrow().doubleValue();
      double index =
          type == Datatype.FLOAT32
              ? Math.floor(((float) value - (float) low) / (float) extent)
              : Math.floor((value - low) / extent);
      return Double.isFinite(index) ? (long) index : 0;
    }
    long low = ((Range.Whole) dimension.domain().orElseThrow()).low();
    long distance = CoordinateKeys.toWhole(type, key) - low;
    return Long.divideUnsigned(distance, dimension.tileLength());
  }

  /** The keys of all selected cells of some parts, one after another. */
  public Keys of(List<? extends Cells> parts) {
    int count = 0;
    for (Cells part : parts) {
      count = Math.addExact(count, part.selected);
    }
    return hilbert != null ? hilbertKeys(parts, count) : packedKeys(parts, count);
  }

  /**
   * Keys of cells.
   *
   * @param values the keys
   * @param exact whether cells with equal keys have equal coordinates
   */
  public record Keys(long[] values, boolean exact) {}

  /** The places of the first cells, selected or not, on the curve, with the top bit flipped. */
  public long[] places(Cells part, int count) {
    long[] places = new long[count];
    long[] axes = new long[dimensions.size()];
    for (int row = 0; row < places.length; row++) {
      places[row] = hilbert.place(part.coordinates, part.keys, row, axes) ^ Long.MIN_VALUE;
    }
    return places;
  }

  private Keys hilbertKeys(List<? extends Cells> parts, int count) {
    long[] values = new long[count];
    long[] axes = new long[dimensions.size()];
    int at = 0;
    for (Cells part : parts) {
      for (int i = 0; i < part.selected; i++) {
        values[at++] = hilbert.place(part.coordinates, part.keys, part.row(i), axes);
      }
    }
    return new Keys(values, false);
  }

  private Keys packedKeys(List<? extends Cells> parts, int count) {
    long[] values = new long[count];
    long[][] bounds = new long[dimensions.size()][];
    int used = 0;
    for (int d : tileDimensions) {
      bounds[d] = bounds(parts, d);
      long low = tileOf(d, bounds[d][0]);
      int bits = width(tileOf(d, bounds[d][1]) - low);
      if (used + bits > Long.SIZE) {
        return new Keys(values, false);
      }
      if (bits > 0) {
        packTiles(parts, d, low, bits, values);
        used += bits;
      }
    }
    for (int d : cellDimensions) {
      if (dimensions.get(d).isVar()) {
        int bytes = (Long.SIZE - used) / Byte.SIZE;
        packTexts(parts, d, bytes, values);
        return new Keys(values, false);
      }
      bounds[d] = bounds[d] == null ? bounds(parts, d) : bounds[d];
      int bits = width(bounds[d][1] - bounds[d][0]);
      if (used + bits > Long.SIZE) {
        return new Keys(values, false);
      }
      if (bits > 0) {
        packNumbers(parts, d, bounds[d][0], bits, values);
        used += bits;
      }
    }
    return new Keys(values, true);
  }

  private static int width(long span) {
    return Long.SIZE - Long.numberOfLeadingZeros(span);
  }

  private static long[] bounds(List<? extends Cells> parts, int d) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (Cells part : parts) {
      long[] keys = part.keys[d];
      for (int i = 0; i < part.selected; i++) {
        long key = keys[part.row(i)];
        low = Math.min(low, key);
        high = Math.max(high, key);
      }
    }
    return new long[] {low, high};
  }

  private void packTiles(List<? extends Cells> parts, int d, long low, int bits, long[] values) {
    int at = 0;
    for (Cells part : parts) {
      long[] keys = part.keys[d];
      for (int i = 0; i < part.selected; i++, at++) {
        values[at] = shifted(values[at], bits) | tileOf(d, keys[part.row(i)]) - low;
      }
    }
  }

  private static void packNumbers(
      List<? extends Cells> parts, int d, long low, int bits, long[] values) {
    int at = 0;
    for (Cells part : parts) {
      long[] keys = part.keys[d];
      for (int i = 0; i < part.selected; i++, at++) {
        values[at] = shifted(values[at], bits) | keys[part.row(i)] - low;
      }
    }
  }

  private static void packTexts(List<? extends Cells> parts, int d, int bytes, long[] values) {
    int at = 0;
    for (Cells part : parts) {
      CellColumn texts = part.coordinates[d];
      for (int i = 0; i < part.selected; i++, at++) {
        int row = part.row(i);
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

  /** Compares two cells, given by their parts and their rows in these, by all that decides. */
  public int compare(Cells a, int rowA, Cells b, int rowB) {
    for (int d : tileDimensions) {
      int order = Long.compareUnsigned(tileOf(d, a.keys[d][rowA]), tileOf(d, b.keys[d][rowB]));
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
  public int compareCoordinates(Cells a, int rowA, Cells b, int rowB) {
    for (int d : cellDimensions) {
      int order =
          a.keys[d] == null
              ? CellColumn.compareText(a.coordinates[d], rowA, b.coordinates[d], rowB)
              : Long.compare(a.keys[d][rowA], b.keys[d][rowB]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
