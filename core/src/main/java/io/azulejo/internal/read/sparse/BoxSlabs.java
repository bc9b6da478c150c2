package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Cuts an ordered read into {@link BoxSlab}s that fit in memory. A slab that is too large is cut in
 * two along the most significant part of the order that still varies: first the space tiles of a
 * dimension, then its coordinates. A tile that reaches into several slabs is decoded once for each.
 */
final class BoxSlabs extends HalvedSlabs<BoxSlab> {
  /** Approximate number of cells to sample for a median. */
  private static final int SAMPLES = 10_000;

  private final CellKeys order;

  /**
   * Creates the slabs of a read.
   *
   * @param first size limit of the first slab in bytes
   */
  BoxSlabs(List<SparseTile> tiles, CellKeys order, long first) {
    this.order = order;
    if (!tiles.isEmpty()) {
      BoxSlab all = BoxSlab.whole(tiles);
      begin(Slabs.bytes(tiles) <= first ? all : bounded(all));
    }
  }

  /** Returns the same slab with the bounds of its tiles in each numeric dimension. */
  private static BoxSlab bounded(BoxSlab all) {
    long[] low = all.low();
    long[] high = all.high();
    Arrays.fill(low, Long.MAX_VALUE);
    Arrays.fill(high, Long.MIN_VALUE);
    for (SparseTile tile : all.tiles()) {
      TreeBox box = TreeBox.of(tile);
      for (int d = 0; d < low.length; d++) {
        if (!tile.owner().isText(d)) {
          low[d] = Math.min(low[d], box.low(d));
          high[d] = Math.max(high[d], box.high(d));
        }
      }
    }
    return new BoxSlab(all.tiles(), low, high, all.from(), all.until(), false);
  }

  @Override
  List<BoxSlab> halves(BoxSlab slab) {
    if (slab.whole()) {
      return List.of();
    }
    for (int d : order.tileDimensions()) {
      if (order.tileOf(d, slab.low()[d]) != order.tileOf(d, slab.high()[d])) {
        return parts(slab, d, firstOfTile(slab, d, pivot(slab, d)));
      }
    }
    for (int d : order.cellDimensions()) {
      if (slab.tiles().get(0).owner().isText(d)) {
        Slice pivot = textPivot(slab, d);
        if (pivot != null) {
          return parts(slab, d, pivot);
        }
        if (!isOneText(slab, d)) {
          return List.of();
        }
      } else if (slab.low()[d] != slab.high()[d]) {
        return parts(slab, d, pivot(slab, d));
      }
    }
    return List.of();
  }

  @Override
  public List<Slab> cut(Slab slab, List<? extends Cells> cells) {
    return cut((BoxSlab) slab, cells);
  }

  private List<Slab> cut(BoxSlab slab, List<? extends Cells> cells) {
    for (int d : order.tileDimensions()) {
      if (order.tileOf(d, slab.low()[d]) != order.tileOf(d, slab.high()[d])) {
        return filled(parts(slab, d, firstOfTile(slab, d, medianKey(cells, d))));
      }
    }
    for (int d : order.cellDimensions()) {
      if (slab.tiles().get(0).owner().isText(d)) {
        Slice median = medianText(cells, d);
        boolean first = slab.from()[d] != null && median.equals(slab.from()[d]);
        Slice pivot = first ? successor(median) : median;
        if (slab.until()[d] == null || pivot.compareTo(slab.until()[d]) < 0) {
          return filled(parts(slab, d, pivot));
        }
      } else if (slab.low()[d] != slab.high()[d]) {
        long median = medianKey(cells, d);
        return filled(parts(slab, d, median > slab.low()[d] ? median : median + 1));
      }
    }
    return List.of();
  }

  private static long medianKey(List<? extends Cells> cells, int d) {
    List<Long> keys = new ArrayList<>();
    forSomeCells(cells, (part, row) -> keys.add(part.keys[d][row]));
    keys.sort(null);
    return keys.get(keys.size() / 2);
  }

  private static Slice medianText(List<? extends Cells> cells, int d) {
    List<Slice> texts = new ArrayList<>();
    forSomeCells(
        cells,
        (part, row) -> {
          CellColumn column = part.coordinates[d];
          int start = column.offsets()[row];
          texts.add(Slice.of(column.data(), start, column.offsets()[row + 1] - start));
        });
    texts.sort(Slice::compareTo);
    return Slice.of(texts.get(texts.size() / 2).toBytes());
  }

  private static void forSomeCells(
      List<? extends Cells> cells, BiConsumer<Cells, Integer> consumer) {
    long count = cells.stream().mapToLong(part -> part.selected).sum();
    int step = (int) (count / SAMPLES + 1);
    for (Cells part : cells) {
      for (int i = 0; i < part.selected; i += step) {
        consumer.accept(part, part.row(i));
      }
    }
  }

  /** Returns the smallest string that is greater than another one. */
  private static Slice successor(Slice text) {
    return Slice.of(Arrays.copyOf(text.toBytes(), text.length() + 1));
  }

  /**
   * Returns the smallest key of the space tile that contains {@code near}, or of the slab's second
   * tile if {@code near} is in its first. A binary search over {@code tileOf} ensures that the
   * result agrees with its floating-point rounding.
   */
  private long firstOfTile(BoxSlab slab, int d, long near) {
    long first = order.tileOf(d, slab.low()[d]);
    long wanted = order.tileOf(d, near);
    wanted = wanted > first ? wanted : first + 1;
    long below = slab.low()[d];
    long key = slab.high()[d];
    while (key - below > 1 || key - below < 0) {
      long middle = below + (key - below >>> 1);
      if (order.tileOf(d, middle) >= wanted) {
        key = middle;
      } else {
        below = middle;
      }
    }
    return key;
  }

  /**
   * Returns a key greater than the slab's minimum: the median of its tiles' minimums, or else the
   * middle of the slab.
   */
  private static long pivot(BoxSlab slab, int d) {
    long low = slab.low()[d];
    long high = slab.high()[d];
    long[] lows = slab.tiles().stream().mapToLong(t -> TreeBox.of(t).low(d)).sorted().toArray();
    long median = lows[lows.length / 2];
    return median > low && median <= high ? median : low + (high - low >>> 1) + 1;
  }

  private static Slice textPivot(BoxSlab slab, int d) {
    List<Slice> candidates = new ArrayList<>();
    for (SparseTile tile : slab.tiles()) {
      var leaves = tile.owner().fragment().rtree().leaves();
      candidates.add(leaves.textLows(d)[tile.number()]);
      candidates.add(leaves.textHighs(d)[tile.number()]);
    }
    candidates.removeIf(
        text ->
            (slab.from()[d] != null && text.compareTo(slab.from()[d]) <= 0)
                || (slab.until()[d] != null && text.compareTo(slab.until()[d]) >= 0));
    candidates.sort(Slice::compareTo);
    Slice min = candidates.isEmpty() ? null : candidates.get(0);
    if (slab.from()[d] == null) {
      candidates.removeIf(text -> text.equals(min));
    }
    return candidates.isEmpty() ? null : candidates.get(candidates.size() / 2);
  }

  private static boolean isOneText(BoxSlab slab, int d) {
    Slice one = null;
    for (SparseTile tile : slab.tiles()) {
      TreeBox box = TreeBox.of(tile);
      one = one == null ? box.lowText(d) : one;
      if (!one.equals(box.lowText(d)) || !one.equals(box.highText(d))) {
        return false;
      }
    }
    return true;
  }

  private static List<BoxSlab> parts(BoxSlab slab, int d, long pivot) {
    long[] middleHigh = slab.high().clone();
    middleHigh[d] = pivot - 1;
    long[] middleLow = slab.low().clone();
    middleLow[d] = pivot;
    return List.of(
        part(slab, slab.low(), middleHigh, slab.from(), slab.until()),
        part(slab, middleLow, slab.high(), slab.from(), slab.until()));
  }

  private static List<BoxSlab> parts(BoxSlab slab, int d, Slice pivot) {
    Slice[] until = slab.until().clone();
    until[d] = pivot;
    Slice[] from = slab.from().clone();
    from[d] = pivot;
    return List.of(
        part(slab, slab.low(), slab.high(), slab.from(), until),
        part(slab, slab.low(), slab.high(), from, slab.until()));
  }

  private static BoxSlab part(BoxSlab of, long[] low, long[] high, Slice[] from, Slice[] until) {
    BoxSlab part = new BoxSlab(new ArrayList<>(), low, high, from, until, false);
    for (SparseTile tile : of.tiles()) {
      if (part.touches(tile)) {
        part.tiles().add(tile);
      }
    }
    return part;
  }
}
