package io.azulejo.internal.write.scattered;

import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Divides a set of tiles into boxes. The tiles of a box are consecutive in the set, so cells can be
 * written one box after another. Adjacent slices along the slowest dimension are joined if each is
 * one box of the same shape. The same rule applies within a slice along the next dimension.
 */
final class TileBoxes {
  private final TileNumbers numbers;
  private final long[] tiles;

  private TileBoxes(TileNumbers numbers, long[] tiles) {
    this.numbers = numbers;
    this.tiles = tiles;
  }

  /**
   * Tiles that form a box.
   *
   * @param domain the box of their cells
   * @param from index of the first tile in the set
   * @param to index after the last tile
   */
  record Group(NDRange domain, int from, int to) {}

  /** A box that may still grow. */
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

    /**
     * Appends a box that continues this one along a dimension. Returns false if the two do not form
     * a box.
     */
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
   * Returns the boxes of a set of tiles, in tile order.
   *
   * @param tiles tile numbers, ascending
   */
  static List<Group> of(TileNumbers numbers, long[] tiles) {
    return new TileBoxes(numbers, tiles)
        .boxes(0, tiles.length, 0, 0).stream()
            .map(box -> new Group(numbers.domain(box.first, box.last), box.from, box.to))
            .toList();
  }

  /**
   * Returns the boxes of the tiles from {@code from} to {@code to} (exclusive), which differ only
   * in the dimensions from {@code level} on.
   *
   * @param base part of the tile numbers that comes from the dimensions before {@code level}
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

  /**
   * Returns the index of the first tile, starting at {@code from}, whose number is greater than
   * {@code last}.
   */
  private int endOfSlice(int from, int to, long last) {
    if (from + 1 == to || tiles[from + 1] > last) {
      return from + 1;
    }
    int found = Arrays.binarySearch(tiles, from, to, last);
    return found >= 0 ? found + 1 : -found - 1;
  }
}
