package io.azulejo.internal.read.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * One dimension of a dense read. The coordinates of the requested ranges are numbered
 * consecutively, in the order of the ranges; this number is a coordinate's position. Coordinates
 * are grid keys.
 */
final class DenseAxis {
  private final TileGrid grid;
  private final int dimension;
  private final long[] lows;
  private final long[] steps;
  private final long[] starts;

  /**
   * Creates an axis from the requested ranges of a dimension.
   *
   * @throws InvalidRequestException if the ranges contain 2^63 coordinates or more
   */
  DenseAxis(TileGrid grid, int dimension, List<Range> ranges) {
    this.grid = grid;
    this.dimension = dimension;
    lows = new long[ranges.size()];
    steps = new long[ranges.size()];
    starts = new long[ranges.size() + 1];
    for (int i = 0; i < lows.length; i++) {
      Range.Strided range = Range.Strided.of(ranges.get(i));
      lows[i] = grid.key(range.low());
      steps[i] = range.step();
      long count = Long.divideUnsigned(range.high() - range.low(), range.step()) + 1;
      starts[i + 1] = starts[i] + count;
      if (count <= 0 || starts[i + 1] < 0) {
        throw new InvalidRequestException(
            "dimension %d: cannot read 2^63 or more coordinates at once; request smaller ranges"
                .formatted(dimension));
      }
    }
  }

  /**
   * Evenly spaced coordinates within one tile and one range.
   *
   * @param low the first coordinate
   * @param step the distance between coordinates
   * @param count the number of coordinates
   * @param tile the tile's index in the grid
   * @param position the position of the first coordinate
   */
  record Segment(long low, int step, int count, long tile, long position) {}

  /** Returns the number of requested coordinates. */
  long count() {
    return starts[lows.length];
  }

  /** Returns whether there are several ranges, which may select coordinates of the same tile. */
  boolean hasSeveralRanges() {
    return lows.length > 1;
  }

  /** Returns the coordinate at a position. */
  long coordinate(long position) {
    int range = range(position);
    return lows[range] + (position - starts[range]) * steps[range];
  }

  /** Returns the grid index of the tile that contains the coordinate at a position. */
  long tile(long position) {
    return grid.tile(dimension, coordinate(position));
  }

  /** Returns the segments between two positions, the second exclusive. */
  List<Segment> segments(long from, long until) {
    List<Segment> segments = new ArrayList<>();
    long position = from;
    while (position < until) {
      int range = range(position);
      long low = lows[range] + (position - starts[range]) * steps[range];
      long tile = grid.tile(dimension, low);
      long inTile = grid.extent(dimension) - (low - grid.first(dimension, tile));
      long count =
          Math.min(
              Long.divideUnsigned(inTile - 1, steps[range]) + 1,
              Math.min(until, starts[range + 1]) - position);
      int step = count == 1 ? 1 : (int) steps[range];
      segments.add(new Segment(low, step, (int) count, tile, position));
      position += count;
    }
    return segments;
  }

  /**
   * Returns an upper bound on the number of segments between two positions, the second exclusive.
   */
  long maxSegments(long from, long until) {
    int first = range(from);
    int last = range(until - 1);
    long segments = 0;
    for (int i = first; i <= last; i++) {
      long low = tile(Math.max(from, starts[i]));
      long high = tile(Math.min(until, starts[i + 1]) - 1);
      segments = Math.min(Long.MAX_VALUE / 2, segments + Math.min(until - from, high - low + 1));
    }
    return segments;
  }

  /**
   * Returns whether the coordinates between two positions are consecutive. The second position is
   * exclusive.
   */
  boolean isOneRange(long from, long until) {
    int range = range(from);
    return range == range(until - 1) && (steps[range] == 1 || until - from == 1);
  }

  /**
   * Returns whether the coordinates between two positions may include one from {@code low} to
   * {@code high}, both inclusive. The position {@code until} is exclusive.
   */
  boolean touches(long from, long until, long low, long high) {
    for (int range = range(from); range < lows.length && starts[range] < until; range++) {
      long first = lows[range] + (Math.max(from, starts[range]) - starts[range]) * steps[range];
      long last =
          lows[range] + (Math.min(until, starts[range + 1]) - 1 - starts[range]) * steps[range];
      if (first <= high && last >= low) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns a position at which to cut an interval of positions: the start of a tile near the
   * middle if there is one, otherwise the middle.
   */
  long cut(long from, long until) {
    long middle = from + (until - from) / 2;
    int range = range(middle);
    long step = steps[range];
    long coordinate = lows[range] + (middle - starts[range]) * step;
    long back = coordinate - grid.first(dimension, grid.tile(dimension, coordinate));
    long atTile = middle - Long.divideUnsigned(back, step);
    if (atTile > from && atTile >= starts[range]) {
      return atTile;
    }
    long left = grid.extent(dimension) - back;
    long next = middle + Long.divideUnsigned(left - 1, step) + 1;
    return next > from && next < until && next < starts[range + 1] ? next : middle;
  }

  private int range(long position) {
    int low = 0;
    int high = lows.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
