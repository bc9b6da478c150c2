package io.azulejo.internal.write.scattered;

import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Divides a set of tiles into boxes, each of which has tiles that follow each other in the set, so
 * that its cells can be written one box after the other. Slices along the slowest dimension that
 * are each one and the same box are one; so are, within a slice, those along the next.
 */
final class TileBoxes {
  private final TileNumbers numbers;
  private final long[] tiles;

  private TileBoxes(TileNumbers numbers, long[] tiles) {
    this.numbers = numbers;
    this.tiles = tiles;
  }

  /**
   * Some tiles that are a box.
   *
   * @param domain their cells
   * @param from which of all the first one is
   * @param to the one after the last one
   */
  record Group(NDRange domain, int from, int to) {}

  /** Tiles while it is not known whether the next ones belong to the same box. */
  private static final class Open {
    private final long[] first;
    private final long[] last;
    private final int from;
    private int to;

    Open(int dimensions, int from, int to) {
      this.first = new long[dimensions];
      this.last = new long[dimensions];
      this.from = from;
      this.to = to;
    }

    /** Adds a box that follows this one along a dimension, if it is alike in all others. */
    boolean join(Open next, int dimension) {
      for (int d = 0; d < first.length; d++) {
        boolean fits =
            d == dimension
                ? last[d] + 1 == next.first[d]
                : first[d] == next.first[d] && last[d] == next.last[d];
        if (!fits) {
          return false;
        }
      }
      last[dimension] = next.last[dimension];
      to = next.to;
      return true;
    }
  }

  /**
   * The boxes of some tiles, in the order of tiles.
   *
   * @param tiles their numbers, ascending
   */
  static List<Group> of(TileNumbers numbers, long[] tiles) {
    return new TileBoxes(numbers, tiles)
        .boxes(0, tiles.length, 0, 0).stream()
            .map(box -> new Group(numbers.domain(box.first, box.last), box.from, box.to))
            .toList();
  }

  /**
   * The boxes of the tiles from one to before another, which differ in no more than the dimensions
   * from a level on.
   *
   * @param base what those before the level add to their numbers
   */
  private List<Open> boxes(int from, int to, int level, long base) {
    if (level == numbers.dimensions()) {
      return List.of(new Open(level, from, to));
    }
    int dimension = numbers.slowest()[level];
    long stride = numbers.stride(dimension);
    List<Open> found = new ArrayList<>();
    boolean whole = false; // whether the last of them is all of its slices
    for (int at = from; at < to; ) {
      long index = (tiles[at] - base) / stride;
      long low = base + index * stride;
      int end = endOfSlice(at, to, low + (stride - 1));
      List<Open> slice = boxes(at, end, level + 1, low);
      for (Open box : slice) {
        box.first[dimension] = index;
        box.last[dimension] = index;
      }
      boolean one = slice.size() == 1;
      if (!one || !whole || !found.get(found.size() - 1).join(slice.get(0), dimension)) {
        found.addAll(slice);
      }
      whole = one;
      at = end;
    }
    return found;
  }

  /** The first tile from one on whose number is greater than the last of a slice. */
  private int endOfSlice(int from, int to, long last) {
    if (from + 1 == to || tiles[from + 1] > last) {
      return from + 1;
    }
    int found = Arrays.binarySearch(tiles, from, to, last);
    return found >= 0 ? found + 1 : -found - 1;
  }
}
