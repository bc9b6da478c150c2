package io.azulejo.internal.order;

import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Computes 64-bit keys for the order of cells in a layout. The unsigned order of keys never
 * contradicts the order of cells. If all deciding values fit into keys, they are exact; otherwise
 * {@link #compare} decides between cells with equal keys.
 */
public final class CellKeys {
  /** Number of pairs of cells that are compared in each part before strings are ranked. */
  private static final int SAMPLES = 16;

  /**
   * Reads rank strings only if there are at least this many cells for each distinct string. The
   * sets of strings then fit in the memory that is reserved for sorting.
   */
  private static final int MIN_REPEATS = 8;

  private final List<Dimension> dimensions;
  private final Layout layout;
  private final int[] cellDimensions;
  private final int[] tileDimensions;
  private final HilbertCurve hilbert;
  private final TileIndex[] tileIndexes;

  /** Creates keys for a layout: row-major, column-major, or the array's own order. */
  public CellKeys(ArraySchema schema, Layout requested) {
    dimensions = schema.dimensions();
    boolean global = requested == Layout.GLOBAL_ORDER || requested == Layout.UNORDERED;
    layout = global ? schema.cellOrder() : requested;
    hilbert = layout == Layout.HILBERT ? new HilbertCurve(dimensions) : null;
    cellDimensions = slowestFirst(layout, dimensions.size());
    tileDimensions =
        global && layout != Layout.HILBERT
            ? Arrays.stream(slowestFirst(schema.tileOrder(), dimensions.size()))
                .filter(d -> dimensions.get(d).extent().isPresent() && !dimensions.get(d).isVar())
                .toArray()
            : new int[0];
    tileIndexes = new TileIndex[dimensions.size()];
    for (int d : tileDimensions) {
      tileIndexes[d] = new TileIndex(dimensions.get(d));
    }
  }

  /** Returns all dimensions of an array, ordered from the slowest-varying to the fastest. */
  public static int[] slowestFirst(Layout order, int count) {
    int[] all = new int[count];
    for (int i = 0; i < count; i++) {
      all[i] = order == Layout.COL_MAJOR ? count - 1 - i : i;
    }
    return all;
  }

  /** Returns the dimensions whose tiles decide first, in order; empty if tiles do not matter. */
  public int[] tileDimensions() {
    return tileDimensions;
  }

  /** Returns the dimensions whose coordinates decide next, in order. */
  public int[] cellDimensions() {
    return cellDimensions;
  }

  /** Returns whether cells are ordered along a Hilbert curve. */
  public boolean isHilbert() {
    return hilbert != null;
  }

  /** Returns the unsigned index of the tile that contains a key's coordinate. */
  public long tileOf(int d, long key) {
    return tileIndexes[d].of(key);
  }

  /**
   * Returns the keys of all selected cells of several parts, one part after another.
   *
   * @param workers computes the keys of several parts at a time
   */
  public KeyValues of(List<? extends Cells> parts, KeySort.Workers workers) {
    List<Span> spans = new ArrayList<>();
    int cells = 0;
    for (Cells part : parts) {
      spans.add(new Span(part, cells));
      cells = Math.addExact(cells, part.selected);
    }
    int count = cells;
    long[] values = new long[count];
    KeyPlan plan =
        plan(
            d -> bounds(spans, d, workers),
            d -> isNearlySorted(parts) ? TextKeys.WHOLE : texts(spans, d, count, workers));
    workers.map(
        spans,
        span -> {
          plan.pack(span.part, 0, span.part.selected, values, span.at);
          return null;
        });
    return new KeyValues(values, plan.exact());
  }

  /**
   * Returns whether almost all cells follow the previous cell of their part in the order, judging
   * by samples. Sorting them compares few strings, so that ranking all strings would take longer.
   */
  private boolean isNearlySorted(List<? extends Cells> parts) {
    int pairs = 0;
    int descents = 0;
    for (Cells part : parts) {
      int step = Math.max(1, part.selected / SAMPLES);
      for (int i = step; i < part.selected; i += step) {
        pairs++;
        descents += compare(part, part.row(i - 1), part, part.row(i)) > 0 ? 1 : 0;
      }
    }
    return descents <= pairs / SAMPLES;
  }

  /** The cells of a part, and the index of their first key. */
  private record Span(Cells part, int at) {}

  /**
   * Returns a plan for computing keys.
   *
   * @param bounds returns the smallest and largest key of a numeric dimension among the cells
   * @param texts returns what is known about the strings of a dimension among the cells
   */
  public KeyPlan plan(IntFunction<long[]> bounds, IntFunction<TextKeys> texts) {
    KeyPlan plan = new KeyPlan();
    if (hilbert != null) {
      plan.addPlace(hilbert);
      return plan;
    }
    long[][] known = new long[dimensions.size()][];
    for (int i = 0; i < tileDimensions.length && !plan.isFull(); i++) {
      int d = tileDimensions[i];
      known[d] = bounds.apply(d);
      plan.addTile(tileIndexes[d], d, known[d][0], known[d][1]);
    }
    for (int i = 0; i < cellDimensions.length && !plan.isFull(); i++) {
      int d = cellDimensions[i];
      if (dimensions.get(d).isVar()) {
        TextKeys strings = texts.apply(d);
        if (strings.ranks() != null) {
          plan.addRank(strings.ranks(), strings.distinct());
        } else {
          plan.addText(d, strings.prefix());
        }
      } else {
        known[d] = known[d] == null ? bounds.apply(d) : known[d];
        plan.addNumber(d, known[d][0], known[d][1]);
      }
    }
    return plan;
  }

  /**
   * Keys of cells.
   *
   * @param values the keys
   * @param exact whether cells with equal keys have equal coordinates
   */
  public record KeyValues(long[] values, boolean exact) {}

  /** Returns the first cells' positions on the curve, selected or not, with the top bit flipped. */
  public long[] places(Cells part, int count) {
    long[] places = new long[count];
    if (part.rows == null) {
      hilbert.places(part, 0, count, places, 0);
      for (int row = 0; row < count; row++) {
        places[row] ^= Long.MIN_VALUE;
      }
      return places;
    }
    long[] axes = hilbert.axes();
    for (int row = 0; row < places.length; row++) {
      places[row] = hilbert.place(part.coordinates, part.keys, row, axes) ^ Long.MIN_VALUE;
    }
    return places;
  }

  private static TextKeys texts(List<Span> spans, int d, int count, KeySort.Workers workers) {
    List<TextKeys.Stretch> stretches =
        spans.stream()
            .map(span -> new TextKeys.Stretch(span.part, 0, span.part.selected, span.at))
            .toList();
    return TextKeys.of(stretches, d, count, MIN_REPEATS, workers);
  }

  private static long[] bounds(List<Span> spans, int d, KeySort.Workers workers) {
    long[] all = {Long.MAX_VALUE, Long.MIN_VALUE};
    for (long[] bounds : workers.map(spans, span -> bounds(span.part, d))) {
      all[0] = Math.min(all[0], bounds[0]);
      all[1] = Math.max(all[1], bounds[1]);
    }
    return all;
  }

  private static long[] bounds(Cells part, int d) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    long[] keys = part.keys[d];
    for (int i = 0; i < part.selected; i++) {
      long key = keys[part.row(i)];
      low = Math.min(low, key);
      high = Math.max(high, key);
    }
    return new long[] {low, high};
  }

  /** Compares two cells, each given by its part and row, by tiles, curve and coordinates. */
  public int compare(Cells a, int rowA, Cells b, int rowB) {
    for (int d : tileDimensions) {
      int order = Long.compareUnsigned(tileOf(d, a.keys[d][rowA]), tileOf(d, b.keys[d][rowB]));
      if (order != 0) {
        return order;
      }
    }
    if (hilbert != null) {
      long[] axes = hilbert.axes();
      long placeA = hilbert.place(a.coordinates, a.keys, rowA, axes);
      long placeB = hilbert.place(b.coordinates, b.keys, rowB, axes);
      if (placeA != placeB) {
        return Long.compareUnsigned(placeA, placeB);
      }
    }
    return compareCoordinates(a, rowA, b, rowB);
  }

  /** Compares the coordinates of two cells; 0 only if all are equal. */
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

  /**
   * Compares the signs of two cells' floating-point coordinates, negative ones first. This
   * distinguishes -0.0 from 0.0 in cells with the same keys.
   */
  public int compareSigns(Cells a, int rowA, Cells b, int rowB) {
    for (int d = 0; d < dimensions.size(); d++) {
      Datatype type = dimensions.get(d).type();
      if (type.isFloatingPoint()) {
        int order =
            Boolean.compare(
                isNegative(b.coordinates[d], rowB, type.size()),
                isNegative(a.coordinates[d], rowA, type.size()));
        if (order != 0) {
          return order;
        }
      }
    }
    return 0;
  }

  private static boolean isNegative(CellColumn column, int row, int size) {
    return column.data()[column.start() + (row + 1) * size - 1] < 0;
  }
}
