package io.azulejo.internal.read.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * One dimension of a dense read: the coordinates that are asked for, range after range as they were
 * given, each with its position in that row. Coordinates are keys of the grid.
 */
public final class DenseAxis {
  private final TileGrid grid;
  private final int dimension;
  private final long[] lows;
  private final long[] steps;
  private final long[] starts;

  /**
   * Some ranges of a dimension.
   *
   * @throws InvalidRequestException if they have 2^63 coordinates or more
   */
  public DenseAxis(TileGrid grid, int dimension, List<Range> ranges) {
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
   * Coordinates at even distances, in one tile and in one range.
   *
   * @param low the first coordinate
   * @param step from one to the next
   * @param count how many
   * @param tile the tile's index in the grid
   * @param position where the first one is in the row of coordinates
   */
  record Segment(long low, int step, int count, long tile, long position) {}

  /** The number of coordinates. */
  long count() {
    return starts[lows.length];
  }

  /** The coordinate at a position. */
  long coordinate(long position) {
    int range = range(position);
    return lows[range] + (position - starts[range]) * steps[range];
  }

  /** The index in the grid of the tile at a position. */
  long tile(long position) {
    return grid.tile(dimension, coordinate(position));
  }

  /** The segments of the positions from one to another, that one excluded. */
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

  /** How many segments the positions from one to another have at the most, that one excluded. */
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

  /** Whether the positions from one to another are coordinates side by side. */
  boolean isOneRange(long from, long until) {
    int range = range(from);
    return range == range(until - 1) && (steps[range] == 1 || until - from == 1);
  }

  /** Whether some coordinates from one position to another may be within bounds. */
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
   * A position between two others at which to cut: where a tile begins, if one does near the
   * middle.
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
