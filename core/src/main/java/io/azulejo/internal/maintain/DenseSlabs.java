package io.azulejo.internal.maintain;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/** An iterator that cuts a box of a dense array into slabs along tile boundaries. */
public final class DenseSlabs {
  private final Datatype type;
  private final TileGrid grid;
  private final long[] low;
  private final long[] high;

  /** Maximum number of tiles in a slab along each dimension. */
  private final long[] tiles;

  /** Lower corner of the next slab, as coordinate keys. */
  private final long[] next;

  private boolean ended;

  private DenseSlabs(Datatype type, TileGrid grid, long[] low, long[] high, long[] tiles) {
    this.type = type;
    this.grid = grid;
    this.low = low;
    this.high = high;
    this.tiles = tiles;
    this.next = low.clone();
  }

  /**
   * Returns the slabs of a box in row-major order.
   *
   * @param cells the maximum number of cells in a slab; a slab has at least one tile
   */
  public static DenseSlabs of(ArraySchema schema, NDRange box, long cells) {
    TileGrid grid = TileGrid.of(schema);
    Datatype type = schema.dimensions().get(0).type();
    int dimensions = box.size();
    long[] low = new long[dimensions];
    long[] high = new long[dimensions];
    long[] tiles = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      low[d] = CoordinateKeys.low(type, box.get(d));
      high[d] = CoordinateKeys.high(type, box.get(d));
      tiles[d] = 1;
    }
    long room = cells / grid.cellsPerTile();
    for (int d = dimensions - 1; d >= 0 && room > 1; d--) {
      long along = grid.tile(d, high[d]) - grid.tile(d, low[d]) + 1;
      tiles[d] = Math.min(room, along <= 0 ? room : along);
      room /= tiles[d];
    }
    return new DenseSlabs(type, grid, low, high, tiles);
  }

  /** Returns the next slab, or null if all slabs were returned. */
  public NDRange next() {
    if (ended) {
      return null;
    }
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < low.length; d++) {
      ranges.add(
          Range.of(
              CoordinateKeys.toInteger(type, next[d]), CoordinateKeys.toInteger(type, last(d))));
    }
    int d = low.length - 1;
    while (d >= 0 && last(d) == high[d]) {
      next[d] = low[d];
      d--;
    }
    ended = d < 0;
    if (!ended) {
      next[d] = last(d) + 1;
    }
    return new NDRange(ranges);
  }

  /** Returns the last coordinate key of the next slab along a dimension (inclusive). */
  private long last(int d) {
    long tile = grid.tile(d, next[d]);
    long end = grid.first(d, tile) + tiles[d] * grid.extent(d) - 1;
    // Compare distances as unsigned, because a domain may span all values of its type.
    long distance = tiles[d] * grid.extent(d) - 1 - (next[d] - grid.first(d, tile));
    return Long.compareUnsigned(distance, high[d] - next[d]) >= 0 ? high[d] : end;
  }
}
