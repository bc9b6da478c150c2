package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;

/**
 * The tiles of a dense fragment: all tiles of the array that overlap the fragment's non-empty
 * domain. Their positions in the fragment follow the tile order.
 */
public final class TileBox {
  private final TileGrid grid;
  private final long[] low;
  private final long[] high;
  private final long[] firstTile;
  private final long[] count;
  private final long[] stride;
  private final int tiles;

  private TileBox(
      TileGrid grid,
      long[] low,
      long[] high,
      long[] firstTile,
      long[] count,
      long[] stride,
      int tiles) {
    this.grid = grid;
    this.low = low;
    this.high = high;
    this.firstTile = firstTile;
    this.count = count;
    this.stride = stride;
    this.tiles = tiles;
  }

  /**
   * Creates the tiles that overlap a non-empty domain.
   *
   * @throws CorruptDataException if the non-empty domain is outside of the domain, or covers 2^31
   *     tiles or more
   */
  public static TileBox of(TileGrid grid, NDRange domain) {
    int dimensions = grid.dimensions();
    long[] low = new long[dimensions];
    long[] high = new long[dimensions];
    long[] firstTile = new long[dimensions];
    long[] count = new long[dimensions];
    long tiles = 1;
    for (int d = 0; d < dimensions; d++) {
      Range.Longs range = (Range.Longs) domain.get(d);
      low[d] = grid.key(range.low());
      high[d] = grid.key(range.high());
      firstTile[d] = grid.tile(d, low[d]);
      count[d] = grid.tile(d, high[d]) - firstTile[d] + 1;
      if (count[d] <= 0 || count[d] > Integer.MAX_VALUE || tiles * count[d] > Integer.MAX_VALUE) {
        throw CorruptDataException.of(
            "fragment footer",
            "non_empty_domain",
            -1,
            "%s in dimension %d is outside of the domain, or covers 2^31 tiles or more"
                .formatted(range, d));
      }
      tiles *= count[d];
    }
    long[] stride = new long[dimensions];
    long step = 1;
    for (int i = 0; i < dimensions; i++) {
      int d = grid.tileOrder() == Layout.COL_MAJOR ? i : dimensions - 1 - i;
      stride[d] = step;
      step *= count[d];
    }
    return new TileBox(grid, low, high, firstTile, count, stride, (int) tiles);
  }

  /** Returns the number of tiles. */
  public int tiles() {
    return tiles;
  }

  /** Returns the minimum written key of each dimension. The array must not be modified. */
  public long[] low() {
    return low;
  }

  /** Returns the maximum written key of each dimension. The array must not be modified. */
  public long[] high() {
    return high;
  }

  /**
   * Returns the position of a tile among the fragment's tiles.
   *
   * @param tile the index of the tile in each dimension of the grid
   */
  public int position(long[] tile) {
    long position = 0;
    for (int d = 0; d < tile.length; d++) {
      position += (tile[d] - firstTile[d]) * stride[d];
    }
    return (int) position;
  }

  /**
   * Returns the index of a tile in one dimension of the grid.
   *
   * @param position the position of the tile among the fragment's tiles
   */
  public long tile(int dimension, int position) {
    return firstTile[dimension] + position / stride[dimension] % count[dimension];
  }

  /** Returns the minimum written key of a tile, given its index in a dimension of the grid. */
  public long low(int dimension, long tile) {
    return tile == firstTile[dimension] ? low[dimension] : grid.first(dimension, tile);
  }

  /** Returns the maximum written key of a tile, given its index in a dimension of the grid. */
  public long high(int dimension, long tile) {
    return tile == firstTile[dimension] + count[dimension] - 1
        ? high[dimension]
        : grid.first(dimension, tile) + grid.extent(dimension) - 1;
  }

  /**
   * Returns the number of written cells in a tile.
   *
   * @param position the position of the tile among the fragment's tiles
   */
  public long cells(int position) {
    long cells = 1;
    for (int d = 0; d < stride.length; d++) {
      long tile = tile(d, position);
      cells *= high(d, tile) - low(d, tile) + 1;
    }
    return cells;
  }

  /** Returns the number of written cells in all tiles. */
  long cells() {
    long cells = 1;
    for (int d = 0; d < low.length; d++) {
      cells *= high[d] - low[d] + 1;
    }
    return cells;
  }
}
