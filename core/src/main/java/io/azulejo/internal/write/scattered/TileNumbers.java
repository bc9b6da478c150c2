package io.azulejo.internal.write.scattered;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.TileIndex;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.internal.write.dense.WritePart;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers the tiles that a box of cells touches, in tile order from 0, and the cells of a tile in
 * cell order. Coordinates are keys.
 */
final class TileNumbers {
  private final TileGrid grid;
  private final long[] low;
  private final long[] high;

  /** The first tile of the box along each dimension, and how many there are. */
  private final long[] firstTile;

  private final long[] count;

  /** From a tile to the next one along a dimension. */
  private final long[] strides;

  /** From a cell to the next one of its tile along a dimension. */
  private final int[] steps;

  /** The dimensions, those along which tiles follow each other last first. */
  private final int[] slowest;

  /** Of dimensions that have an extent; null for others, which have one tile. */
  private final TileIndex[] indexes;

  /**
   * The tiles of a box.
   *
   * @param part a box within the domain
   * @throws InvalidRequestException if there are 2^63 tiles or more
   */
  TileNumbers(ArraySchema schema, NDRange part) {
    grid = TileGrid.of(schema);
    int dimensions = grid.dimensions();
    low = new long[dimensions];
    high = new long[dimensions];
    firstTile = new long[dimensions];
    count = new long[dimensions];
    strides = new long[dimensions];
    steps = new int[dimensions];
    slowest = slowest(grid.tileOrder(), dimensions);
    indexes = new TileIndex[dimensions];
    long tiles = 1;
    for (int i = dimensions - 1; i >= 0; i--) {
      int d = slowest[i];
      Range.Longs range = (Range.Longs) part.get(d);
      low[d] = grid.key(range.low());
      high[d] = grid.key(range.high());
      firstTile[d] = grid.tile(d, low[d]);
      count[d] = grid.tile(d, high[d]) - firstTile[d] + 1;
      strides[d] = tiles;
      if (count[d] <= 0 || Math.multiplyHigh(tiles, count[d]) != 0 || tiles * count[d] < 0) {
        throw new InvalidRequestException(
            "%s has 2^63 tiles or more; pass the part that contains the cells as a subarray"
                .formatted(WritePart.text(schema, part)));
      }
      tiles *= count[d];
      indexes[d] =
          schema.dimensions().get(d).extent().isPresent()
              ? new TileIndex(schema.dimensions().get(d))
              : null;
    }
    int step = 1;
    int[] cellOrder = slowest(grid.cellOrder(), dimensions);
    for (int i = dimensions - 1; i >= 0; i--) {
      steps[cellOrder[i]] = step;
      step *= grid.extent(cellOrder[i]);
    }
  }

  private static int[] slowest(Layout order, int dimensions) {
    int[] all = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      all[i] = order == Layout.COL_MAJOR ? dimensions - 1 - i : i;
    }
    return all;
  }

  /**
   * The number of all tiles of the box.
   *
   * @throws InvalidRequestException if there are 2^31 or more
   */
  int tiles() {
    long tiles = count[slowest[0]] * strides[slowest[0]];
    if (tiles > Integer.MAX_VALUE) {
      throw new InvalidRequestException(
          "the box has 2^31 tiles or more; write the tiles that have cells, or smaller parts");
    }
    return (int) tiles;
  }

  /** The number of dimensions. */
  int dimensions() {
    return slowest.length;
  }

  /** The dimensions, those along which tiles follow each other last first. */
  int[] slowest() {
    return slowest;
  }

  /** How much greater the number of the next tile along a dimension is. */
  long stride(int dimension) {
    return strides[dimension];
  }

  /**
   * Adds to the numbers of tiles what the coordinates of one dimension add to them.
   *
   * @param keys the coordinates, within the box
   */
  void addTiles(int dimension, long[] keys, int cells, long[] numbers) {
    TileIndex index = indexes[dimension];
    if (index == null) {
      return;
    }
    long first = firstTile[dimension];
    long stride = strides[dimension];
    for (int i = 0; i < cells; i++) {
      numbers[i] += (index.of(keys[i]) - first) * stride;
    }
  }

  /**
   * Adds to the numbers of tiles, and to those of cells in their tiles, what the coordinates of one
   * dimension add to them.
   *
   * @param keys the coordinates, within the box
   * @param at where the first cell is in places
   */
  void addPlaces(int dimension, long[] keys, int cells, long[] numbers, int[] places, int at) {
    TileIndex index = indexes[dimension];
    long stride = strides[dimension];
    int step = steps[dimension];
    for (int i = 0; i < cells; i++) {
      long tile = index == null ? 0 : index.of(keys[i]);
      numbers[i] += (tile - firstTile[dimension]) * stride;
      places[at + i] += (int) (keys[i] - grid.first(dimension, tile)) * step;
    }
  }

  /**
   * The cells of a box of tiles that lie in the box of cells.
   *
   * @param first the first tile along each dimension, counted from the first one of all
   * @param last the last one along each
   */
  NDRange domain(long[] first, long[] last) {
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < first.length; d++) {
      long from = first[d] == 0 ? low[d] : grid.first(d, firstTile[d] + first[d]);
      long to =
          last[d] == count[d] - 1
              ? high[d]
              : grid.first(d, firstTile[d] + last[d]) + grid.extent(d) - 1;
      ranges.add(Range.of(grid.coordinate(from), grid.coordinate(to)));
    }
    return new NDRange(ranges);
  }
}
