package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;

/**
 * The tiles of a dense array, and the mapping from coordinates to tiles. A coordinate is
 * represented by its key, a signed 64-bit integer with the same order. The key of a UINT64
 * coordinate has its top bit flipped. Distances from the lower end of the domain are unsigned, so a
 * domain can be as wide as its type.
 */
public final class TileGrid {
  private final long flip;
  private final long[] low;
  private final long[] extent;
  private final Layout tileOrder;
  private final Layout cellOrder;
  private final int cellsPerTile;
  private final int[] cellStrides;

  private TileGrid(
      long flip, long[] low, long[] extent, Layout tileOrder, Layout cellOrder, int cellsPerTile) {
    this.flip = flip;
    this.low = low;
    this.extent = extent;
    this.tileOrder = tileOrder;
    this.cellOrder = cellOrder;
    this.cellsPerTile = cellsPerTile;
    this.cellStrides = new int[extent.length];
    int stride = 1;
    for (int i = 0; i < extent.length; i++) {
      int d = cellOrder == Layout.COL_MAJOR ? i : extent.length - 1 - i;
      cellStrides[d] = stride;
      stride *= (int) extent[d];
    }
  }

  /**
   * Creates the grid of a dense array.
   *
   * @throws UnsupportedFormatException if a tile has 2^31 cells or more
   */
  public static TileGrid of(ArraySchema schema) {
    int dimensions = schema.dimensions().size();
    long[] low = new long[dimensions];
    long[] extent = new long[dimensions];
    long flip = schema.dimensions().get(0).type() == Datatype.UINT64 ? Long.MIN_VALUE : 0;
    long cells = 1;
    for (int d = 0; d < dimensions; d++) {
      Dimension dimension = schema.dimensions().get(d);
      Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
      low[d] = domain.low() ^ flip;
      extent[d] =
          dimension.extent().isPresent()
              ? dimension.tileLength()
              : domain.high() - domain.low() + 1;
      long high = Math.multiplyHigh(cells, extent[d]);
      cells *= extent[d];
      if (extent[d] <= 0 || high != 0 || cells < 0 || cells > Integer.MAX_VALUE) {
        throw new UnsupportedFormatException(
            "the tile extents of the dimensions up to \"%s\" make tiles of 2^31 cells or more"
                .formatted(dimension.name()));
      }
    }
    return new TileGrid(flip, low, extent, schema.tileOrder(), schema.cellOrder(), (int) cells);
  }

  /** Returns the key of a coordinate. */
  public long key(long coordinate) {
    return coordinate ^ flip;
  }

  /** Returns the coordinate with a key. */
  public long coordinate(long key) {
    return key ^ flip;
  }

  /** Returns the number of dimensions. */
  public int dimensions() {
    return low.length;
  }

  /** Returns the number of coordinates that a tile spans in a dimension. */
  public int extent(int dimension) {
    return (int) extent[dimension];
  }

  /** Returns the number of cells in a tile. */
  public int cellsPerTile() {
    return cellsPerTile;
  }

  /**
   * Returns, for each dimension, the distance within a tile between cells with consecutive
   * coordinates. The array must not be modified.
   */
  public int[] cellStrides() {
    return cellStrides;
  }

  /** Returns the order of tiles. */
  public Layout tileOrder() {
    return tileOrder;
  }

  /** Returns the order of cells within a tile. */
  public Layout cellOrder() {
    return cellOrder;
  }

  /**
   * Returns the index of the tile that contains a key, counted from the lower end of the domain.
   */
  public long tile(int dimension, long key) {
    return Long.divideUnsigned(key - low[dimension], extent[dimension]);
  }

  /**
   * Returns the first key of a tile in a dimension.
   *
   * @param tile the index of the tile, counted from the lower end of the domain
   */
  public long first(int dimension, long tile) {
    return low[dimension] + tile * extent[dimension];
  }
}
