package io.azulejo.internal.write.scattered;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.TileIndex;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.internal.write.dense.WritePart;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers the tiles that a box of cells touches, in tile order from 0, and the cells within a tile
 * in cell order. Coordinates are passed as keys.
 */
final class TileNumbers {
  private final TileGrid grid;
  private final long[] low;
  private final long[] high;

  /** First tile of the box along each dimension. */
  private final long[] firstTile;

  /** Number of tiles of the box along each dimension. */
  private final long[] count;

  /** For each dimension, the difference between the numbers of adjacent tiles. */
  private final long[] strides;

  /** For each dimension, the distance between adjacent cells within a tile. */
  private final int[] steps;

  /** Dimensions, ordered from slowest to fastest varying in tile order. */
  private final int[] slowest;

  /** Tile index of each dimension; null for dimensions without an extent, which have one tile. */
  private final TileIndex[] indexes;

  /**
   * Numbers the tiles of a box.
   *
   * @param part a box within the domain
   * @throws InvalidRequestException if the box has 2^63 tiles or more
   */
  TileNumbers(ArraySchema schema, NDRange part) {
    grid = TileGrid.of(schema);
    int dimensions = grid.dimensions();
    low = new long[dimensions];
    high = new long[dimensions];
    firstTile = new long[dimensions];
    count = new long[dimensions];
    strides = new long[dimensions];
    steps = grid.cellStrides();
    slowest = CellKeys.slowestFirst(grid.tileOrder(), dimensions);
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
  }

  /**
   * Returns the number of tiles in the box.
   *
   * @throws InvalidRequestException if the box has 2^31 tiles or more
   */
  int tiles() {
    long tiles = count[slowest[0]] * strides[slowest[0]];
    if (tiles > Integer.MAX_VALUE) {
      throw new InvalidRequestException(
          "the box has 2^31 tiles or more; write the tiles that have cells, or smaller parts");
    }
    return (int) tiles;
  }

  /** Returns the number of dimensions. */
  int dimensions() {
    return slowest.length;
  }

  /** Returns the dimensions, ordered from slowest to fastest varying in tile order. */
  int[] slowest() {
    return slowest;
  }

  /** Returns the difference between the numbers of adjacent tiles along a dimension. */
  long stride(int dimension) {
    return strides[dimension];
  }

  /**
   * Adds the contribution of one dimension to tile numbers.
   *
   * @param keys coordinates of the cells, within the box
   * @param cells number of cells
   * @param numbers tile number of each cell, updated in place
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
   * Adds the contribution of one dimension to tile numbers and to the places of cells in their
   * tiles.
   *
   * @param keys coordinates of the cells, within the box
   * @param cells number of cells
   * @param numbers tile number of each cell, updated in place
   * @param places place of each cell in its tile, updated in place
   * @param at index of the first cell in places
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
   * Returns the cells of a box of tiles, clipped to the box of cells.
   *
   * @param first first tile along each dimension, relative to the first tile of the box
   * @param last last tile along each dimension (inclusive), relative to the first tile of the box
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
