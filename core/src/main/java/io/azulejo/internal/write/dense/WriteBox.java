package io.azulejo.internal.write.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.internal.write.fragment.FieldEncoder;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * The box of cells of a dense array that a write fills.
 *
 * @param schema the array schema
 * @param grid the tile grid of the array
 * @param domain the box as coordinates
 * @param tileBox the tiles that the box touches
 * @param lengths number of cells of the box along each dimension
 * @param cells number of cells of the box
 */
record WriteBox(
    ArraySchema schema,
    TileGrid grid,
    NDRange domain,
    TileBox tileBox,
    long[] lengths,
    long cells) {

  private static final int LARGEST_TILE = Integer.MAX_VALUE - 8;

  /**
   * Returns the box that a subarray selects; see {@link WritePart#of}.
   *
   * @throws InvalidRequestException if the subarray does not select a box within the array, or if
   *     the box is too large
   */
  static WriteBox of(ArraySchema schema, Subarray subarray) {
    return of(schema, WritePart.of(schema, subarray));
  }

  /**
   * Creates a box from its coordinates, which must be within the domain.
   *
   * @throws InvalidRequestException if the box has 2^31 tiles or more, or 2^63 cells or more
   */
  static WriteBox of(ArraySchema schema, NDRange domain) {
    TileGrid grid = TileGrid.of(schema);
    long[] lengths = new long[domain.size()];
    long cells = 1;
    long tiles = 1;
    for (int d = 0; d < lengths.length; d++) {
      Range.Longs range = (Range.Longs) domain.get(d);
      long low = grid.key(range.low());
      long high = grid.key(range.high());
      long along = grid.tile(d, high) - grid.tile(d, low) + 1;
      lengths[d] = high - low + 1;
      if (lengths[d] <= 0
          || Math.multiplyHigh(cells, lengths[d]) != 0
          || cells * lengths[d] < 0
          || along <= 0
          || along > Integer.MAX_VALUE
          || tiles * along > Integer.MAX_VALUE) {
        throw new InvalidRequestException(
            "%s has 2^31 tiles or more, or 2^63 cells or more; write it in smaller parts"
                .formatted(WritePart.text(schema, domain)));
      }
      cells *= lengths[d];
      tiles *= along;
    }
    return new WriteBox(schema, grid, domain, TileBox.of(grid, domain), lengths, cells);
  }

  /**
   * Checks that the tiles of every field are small enough. Variable-size values are not counted.
   *
   * @throws UnsupportedFormatException if a tile of a field has too many bytes
   */
  void requireWritable(List<FieldEncoder> fields) {
    for (FieldEncoder field : fields) {
      boolean var = field.storage().isVar();
      long largest = (long) (var ? Long.BYTES : field.cellSize()) * grid.cellsPerTile();
      if (largest > LARGEST_TILE) {
        throw new UnsupportedFormatException(
            "a tile of \"%s\" has %d bytes (maximum: %d)"
                .formatted(field.name(), largest, LARGEST_TILE));
      }
    }
  }

  /** Returns the number of dimensions. */
  int dimensions() {
    return lengths.length;
  }

  /** Returns the number of cells of a tile along a dimension that come before the box. */
  int before(int dimension, int tile) {
    long index = tileBox.tile(dimension, tile);
    return (int) (tileBox.low(dimension, index) - grid.first(dimension, index));
  }

  /** Returns the number of cells of a tile along a dimension that are in the box. */
  int within(int dimension, int tile) {
    long index = tileBox.tile(dimension, tile);
    return (int) (tileBox.high(dimension, index) - tileBox.low(dimension, index) + 1);
  }

  /**
   * Returns the distance along a dimension from the start of the box to the tile's first cell in
   * the box.
   */
  long distance(int dimension, int tile) {
    long index = tileBox.tile(dimension, tile);
    return tileBox.low(dimension, index) - tileBox.low()[dimension];
  }

  /** Returns the number of tiles along a dimension. */
  long tilesAlong(int dimension) {
    return grid.tile(dimension, tileBox.high()[dimension])
        - grid.tile(dimension, tileBox.low()[dimension])
        + 1;
  }

  /** Returns the slowest-varying dimension in tile order that has several tiles. */
  private int slabDimension() {
    boolean byRow = grid.tileOrder() != Layout.COL_MAJOR;
    int d = byRow ? 0 : dimensions() - 1;
    while (tilesAlong(d) == 1 && d != (byRow ? dimensions() - 1 : 0)) {
      d += byRow ? 1 : -1;
    }
    return d;
  }

  /** Returns the number of tiles in a slab, the smallest sequence of tiles that forms a box. */
  int tilesOfSlab() {
    return (int) (tileBox.tiles() / tilesAlong(slabDimension()));
  }

  /**
   * Returns the box of the cells of whole slabs, given their first tile and the tile after their
   * last.
   */
  NDRange domain(int firstTile, int endTile) {
    int d = slabDimension();
    List<Range> ranges = new ArrayList<>(domain.ranges());
    long low = tileBox.low(d, tileBox.tile(d, firstTile));
    long high = tileBox.high(d, tileBox.tile(d, endTile - 1));
    ranges.set(d, Range.of(grid.coordinate(low), grid.coordinate(high)));
    return new NDRange(ranges);
  }

  /** Returns the part of a tile that is in the box. */
  NDRange domainOf(int tile) {
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < dimensions(); d++) {
      long index = tileBox.tile(d, tile);
      long low = tileBox.low(d, index);
      ranges.add(Range.of(grid.coordinate(low), grid.coordinate(tileBox.high(d, index))));
    }
    return new NDRange(ranges);
  }

  /** Returns whether the box begins and ends at tile boundaries along a dimension. */
  boolean isOfWholeTiles(int dimension) {
    long low = tileBox.low()[dimension];
    long high = tileBox.high()[dimension];
    long last = grid.first(dimension, grid.tile(dimension, high));
    return low == grid.first(dimension, grid.tile(dimension, low))
        && high - last + 1 == grid.extent(dimension);
  }

  /** Suggests a range of whole tiles near the box along a dimension, as text for messages. */
  String wholeTiles(int dimension) {
    Dimension named = schema.dimensions().get(dimension);
    long extent = grid.extent(dimension);
    long first = grid.tile(dimension, tileBox.low()[dimension]);
    long last = grid.tile(dimension, tileBox.high()[dimension]);
    long end = grid.key(((Range.Longs) named.domain().orElseThrow()).high());
    boolean within = end - grid.first(dimension, last) + 1 >= extent;
    if (!within && first == last) {
      return "%s has no whole tile there, because the domain ends within it"
          .formatted(named.name());
    }
    long low = grid.coordinate(grid.first(dimension, first));
    long high = grid.coordinate(grid.first(dimension, within ? last : last - 1) + extent - 1);
    return named.name() + "=" + CoordinateText.of(named.type(), Range.of(low, high)) + " would be";
  }

  /**
   * Returns the coordinates of a cell, given by its distances from the low end of the box, as text
   * for messages.
   */
  String cell(long[] distances) {
    StringBuilder text = new StringBuilder();
    for (int d = 0; d < distances.length; d++) {
      Dimension dimension = schema.dimensions().get(d);
      long coordinate = grid.coordinate(tileBox.low()[d] + distances[d]);
      text.append(d == 0 ? "" : ", ").append(dimension.name()).append('=');
      text.append(CoordinateText.ofInteger(dimension.type(), coordinate));
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return WritePart.text(schema, domain);
  }
}
