package io.azulejo.internal.read;

import io.azulejo.internal.runtime.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Cuts an ordered read into {@link BoxSlab}s that fit in memory: what does not fit is halved along
 * what decides first in the order and is not yet one value: the tiles of a dimension, then
 * coordinates. A tile that reaches into several slabs is decoded for each.
 */
final class BoxSlabs implements Iterator<Slab> {
  private final CellKeys order;
  private final long limit;
  private final Deque<BoxSlab> left = new ArrayDeque<>();

  BoxSlabs(List<SparseTile> tiles, int dimensions, CellKeys order, long limit) {
    this.order = order;
    this.limit = limit;
    if (!tiles.isEmpty()) {
      BoxSlab all = BoxSlab.whole(tiles, dimensions);
      left.push(bytes(tiles) <= limit ? all : bounded(all));
    }
  }

  @Override
  public boolean hasNext() {
    return !left.isEmpty();
  }

  @Override
  public Slab next() {
    while (!left.isEmpty()) {
      BoxSlab slab = left.pop();
      if (slab.whole()
          || slab.tiles().size() == 1
          || bytes(slab.tiles()) <= limit
          || !halve(slab)) {
        return slab;
      }
    }
    throw new NoSuchElementException();
  }

  static long bytes(List<SparseTile> tiles) {
    long sum = 0;
    for (SparseTile tile : tiles) {
      sum += tile.bytes;
    }
    return sum;
  }

  /** All of it, with the bounds of its tiles. */
  private static BoxSlab bounded(BoxSlab all) {
    long[] low = all.low();
    long[] high = all.high();
    Arrays.fill(low, Long.MAX_VALUE);
    Arrays.fill(high, Long.MIN_VALUE);
    for (SparseTile tile : all.tiles()) {
      for (int d = 0; d < low.length; d++) {
        if (!tile.owner.isText(d)) {
          low[d] = Math.min(low[d], tile.owner.lowKey(tile.tile, d));
          high[d] = Math.max(high[d], tile.owner.highKey(tile.tile, d));
        }
      }
    }
    return new BoxSlab(all.tiles(), low, high, all.from(), all.until(), false);
  }

  private boolean halve(BoxSlab slab) {
    for (int d : order.tileDimensions()) {
      if (order.tileOf(d, slab.low()[d]) != order.tileOf(d, slab.high()[d])) {
        return halveAt(slab, d, firstOfTile(slab, d));
      }
    }
    for (int d : order.cellDimensions()) {
      if (slab.tiles().get(0).owner.isText(d)) {
        Slice pivot = textPivot(slab, d);
        if (pivot != null) {
          return halveAt(slab, d, pivot);
        }
        if (!isOneText(slab, d)) {
          return false;
        }
      } else if (slab.low()[d] != slab.high()[d]) {
        return halveAt(slab, d, pivot(slab, d));
      }
    }
    return false;
  }

  /** The first key of a tile in the middle, by bisection: rounding of real numbers then agrees. */
  private long firstOfTile(BoxSlab slab, int d) {
    long first = order.tileOf(d, slab.low()[d]);
    long wanted = order.tileOf(d, pivot(slab, d));
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
   * A key that is greater than the least one: the median of the tiles' least ones, or the middle.
   */
  private static long pivot(BoxSlab slab, int d) {
    long low = slab.low()[d];
    long high = slab.high()[d];
    long[] lows =
        slab.tiles().stream().mapToLong(t -> t.owner.lowKey(t.tile, d)).sorted().toArray();
    long median = lows[lows.length / 2];
    return median > low && median <= high ? median : low + (high - low >>> 1) + 1;
  }

  private static Slice textPivot(BoxSlab slab, int d) {
    List<Slice> candidates = new ArrayList<>();
    for (SparseTile tile : slab.tiles()) {
      var leaves = tile.owner.fragment().rtree().leaves();
      candidates.add(leaves.textLows(d)[tile.tile]);
      candidates.add(leaves.textHighs(d)[tile.tile]);
    }
    candidates.removeIf(
        text ->
            (slab.from()[d] != null && text.compareTo(slab.from()[d]) <= 0)
                || (slab.until()[d] != null && text.compareTo(slab.until()[d]) >= 0));
    candidates.sort(Slice::compareTo);
    Slice least = candidates.isEmpty() ? null : candidates.get(0);
    if (slab.from()[d] == null) {
      candidates.removeIf(text -> text.equals(least));
    }
    return candidates.isEmpty() ? null : candidates.get(candidates.size() / 2);
  }

  private static boolean isOneText(BoxSlab slab, int d) {
    Slice one = null;
    for (SparseTile tile : slab.tiles()) {
      var leaves = tile.owner.fragment().rtree().leaves();
      Slice low = leaves.textLows(d)[tile.tile];
      one = one == null ? low : one;
      if (!one.equals(low)
          || !one.equals(leaves.textHighs(d)[tile.tile])
          || !tile.owner.fragment().version().boundsStringsRight()) {
        return false;
      }
    }
    return true;
  }

  private boolean halveAt(BoxSlab slab, int d, long pivot) {
    long[] middleHigh = slab.high().clone();
    middleHigh[d] = pivot - 1;
    long[] middleLow = slab.low().clone();
    middleLow[d] = pivot;
    push(slab, middleLow, slab.high(), slab.from(), slab.until());
    push(slab, slab.low(), middleHigh, slab.from(), slab.until());
    return true;
  }

  private boolean halveAt(BoxSlab slab, int d, Slice pivot) {
    Slice[] until = slab.until().clone();
    until[d] = pivot;
    Slice[] from = slab.from().clone();
    from[d] = pivot;
    push(slab, slab.low(), slab.high(), from, slab.until());
    push(slab, slab.low(), slab.high(), slab.from(), until);
    return true;
  }

  private void push(BoxSlab of, long[] low, long[] high, Slice[] from, Slice[] until) {
    BoxSlab part = new BoxSlab(new ArrayList<>(), low, high, from, until, false);
    for (SparseTile tile : of.tiles()) {
      if (part.touches(tile)) {
        part.tiles().add(tile);
      }
    }
    if (!part.tiles().isEmpty()) {
      left.push(part);
    }
  }
}
