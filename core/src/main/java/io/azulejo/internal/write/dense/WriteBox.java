package io.azulejo.internal.write.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.CoordinateText;
import io.azulejo.internal.runtime.Suggestion;
import io.azulejo.internal.snapshot.fragment.TileBox;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of a dense array that a write fills: a box of cells.
 *
 * @param schema the array
 * @param grid the tiles of the array
 * @param domain the box
 * @param tileBox the tiles that it touches
 * @param lengths the cells of the box along each dimension
 * @param cells the cells of the box
 */
record WriteBox(
    ArraySchema schema,
    TileGrid grid,
    NDRange domain,
    TileBox tileBox,
    long[] lengths,
    long cells) {

  /**
   * What a subarray asks for, where a dimension without a range is meant as a whole: all of the
   * current domain, or of the domain where there is none.
   *
   * @throws InvalidRequestException if that is no box of cells of the array
   */
  static WriteBox of(ArraySchema schema, Subarray subarray) {
    List<String> names = schema.dimensions().stream().map(Dimension::name).toList();
    for (String name : subarray.ranges().keySet()) {
      if (!names.contains(name)) {
        boolean label = schema.labels().stream().anyMatch(l -> l.name().equals(name));
        throw new InvalidRequestException(
            label
                ? "\"%s\" is a dimension label: the part that is written is given by the dimensions %s"
                    .formatted(name, names)
                : "no dimension \"%s\": there are %s%s"
                    .formatted(name, names, Suggestion.hint(name, names)));
      }
    }
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < names.size(); d++) {
      ranges.add(range(schema, d, subarray.ranges().get(names.get(d))));
    }
    return of(schema, new NDRange(ranges));
  }

  /**
   * A box of cells within the domain.
   *
   * @throws InvalidRequestException if it is too large
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
            "%s has 2^31 tiles or more, or 2^63 cells or more: write it in smaller parts"
                .formatted(text(schema, domain)));
      }
      cells *= lengths[d];
      tiles *= along;
    }
    return new WriteBox(schema, grid, domain, TileBox.of(grid, domain), lengths, cells);
  }

  private static Range range(ArraySchema schema, int d, List<Range> given) {
    Dimension dimension = schema.dimensions().get(d);
    Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
    Optional<Range> current = schema.currentDomain().map(box -> box.get(d));
    Range.Longs all = (Range.Longs) current.orElse(domain);
    if (given == null) {
      return all;
    }
    if (given.size() > 1) {
      throw invalid(dimension, "%d ranges, but a write fills one".formatted(given.size()));
    }
    Range.Longs range = integers(dimension, parsed(dimension, given.get(0)), all);
    Datatype type = dimension.type();
    if (key(type, range.low()) > key(type, range.high())) {
      throw invalid(
          dimension,
          "the range %s ends before it begins".formatted(CoordinateText.of(type, range)));
    }
    if (!isWithin(type, range, domain)) {
      throw invalid(
          dimension,
          "the range %s is not within the domain %s"
              .formatted(CoordinateText.of(type, range), CoordinateText.of(type, domain)));
    }
    if (!isWithin(type, range, all)) {
      throw invalid(
          dimension,
          "the range %s is not within the current domain %s: expand that first"
              .formatted(CoordinateText.of(type, range), CoordinateText.of(type, all)));
    }
    return range;
  }

  private static Range parsed(Dimension dimension, Range given) {
    try {
      return CoordinateText.parsed(dimension.type(), given);
    } catch (IllegalArgumentException e) {
      throw invalid(dimension, String.valueOf(e.getMessage()));
    }
  }

  private static Range.Longs integers(Dimension dimension, Range given, Range.Longs all) {
    if (given instanceof Range.Longs integers) {
      return integers;
    }
    if (given instanceof Range.Open open && open.bound() instanceof Range.Longs bound) {
      return open.upwards()
          ? new Range.Longs(bound.low(), all.high())
          : new Range.Longs(all.low(), bound.high());
    }
    throw invalid(
        dimension,
        given instanceof Range.Strided
            ? "a write fills all cells of a range: give one without a step"
            : "its ranges are of integers, not %s".formatted(given));
  }

  private static boolean isWithin(Datatype type, Range.Longs range, Range.Longs domain) {
    return key(type, range.low()) >= key(type, domain.low())
        && key(type, range.high()) <= key(type, domain.high());
  }

  private static long key(Datatype type, long value) {
    return CoordinateKeys.ofInteger(type, value);
  }

  private static InvalidRequestException invalid(Dimension dimension, String reason) {
    return new InvalidRequestException("dimension \"%s\": %s".formatted(dimension.name(), reason));
  }

  /** The number of dimensions. */
  int dimensions() {
    return lengths.length;
  }

  /** The cells of a tile along a dimension that come before the box. */
  int before(int dimension, int tile) {
    long first = grid.first(dimension, tileBox.tile(dimension, tile));
    long low = tileBox.low()[dimension];
    // A tile at the lower end of the domain's type may begin beyond that: differences are right.
    return grid.tile(dimension, low) == tileBox.tile(dimension, tile) ? (int) (low - first) : 0;
  }

  /** The cells of a tile along a dimension that are in the box. */
  int within(int dimension, int tile) {
    long index = tileBox.tile(dimension, tile);
    long high = tileBox.high()[dimension];
    int end =
        grid.tile(dimension, high) == index
            ? (int) (high - grid.first(dimension, index)) + 1
            : grid.extent(dimension);
    return end - before(dimension, tile);
  }

  /** The distance of the first cell of the box in a tile, along a dimension, from the box's low. */
  long distance(int dimension, int tile) {
    return grid.first(dimension, tileBox.tile(dimension, tile))
        + before(dimension, tile)
        - tileBox.low()[dimension];
  }

  /** The tiles along a dimension. */
  long tilesAlong(int dimension) {
    return grid.tile(dimension, tileBox.high()[dimension])
        - grid.tile(dimension, tileBox.low()[dimension])
        + 1;
  }

  /** The dimension along which tiles follow each other last, of those that have several. */
  private int slabDimension() {
    boolean byRow = grid.tileOrder() != Layout.COL_MAJOR;
    int d = byRow ? 0 : dimensions() - 1;
    while (tilesAlong(d) == 1 && d != (byRow ? dimensions() - 1 : 0)) {
      d += byRow ? 1 : -1;
    }
    return d;
  }

  /** The number of successive tiles in a slab, the smallest part that is a box. */
  int tilesOfSlab() {
    return (int) (tileBox.tiles() / tilesAlong(slabDimension()));
  }

  /** The box of cells of some slabs, given by their first tile and the one after their last. */
  NDRange domain(int firstTile, int endTile) {
    int d = slabDimension();
    List<Range> ranges = new ArrayList<>(domain.ranges());
    long low = distance(d, firstTile);
    long high = distance(d, endTile - 1) + within(d, endTile - 1) - 1;
    long first = tileBox.low()[d];
    ranges.set(d, Range.of(grid.coordinate(first + low), grid.coordinate(first + high)));
    return new NDRange(ranges);
  }

  /** Whether the box begins and ends with a tile along a dimension. */
  boolean isOfWholeTiles(int dimension) {
    long low = tileBox.low()[dimension];
    long high = tileBox.high()[dimension];
    long last = grid.first(dimension, grid.tile(dimension, high));
    return low == grid.first(dimension, grid.tile(dimension, low))
        && high - last + 1 == grid.extent(dimension);
  }

  /** The range of whole tiles along a dimension that is near the box's, for messages. */
  String wholeTiles(int dimension) {
    Dimension named = schema.dimensions().get(dimension);
    long extent = grid.extent(dimension);
    long first = grid.tile(dimension, tileBox.low()[dimension]);
    long last = grid.tile(dimension, tileBox.high()[dimension]);
    long end = grid.key(((Range.Longs) named.domain().orElseThrow()).high());
    boolean within = end - grid.first(dimension, last) + 1 >= extent;
    if (!within && first == last) {
      return "%s has no whole tile there, as the domain ends within one".formatted(named.name());
    }
    long low = grid.coordinate(grid.first(dimension, first));
    long high = grid.coordinate(grid.first(dimension, within ? last : last - 1) + extent - 1);
    return named.name() + "=" + CoordinateText.of(named.type(), Range.of(low, high)) + " would be";
  }

  /** A cell, given by its distances from the low end of the box, for messages. */
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
    return text(schema, domain);
  }

  /** A box, for messages. */
  static String text(ArraySchema schema, NDRange domain) {
    StringBuilder text = new StringBuilder();
    for (int d = 0; d < domain.size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      text.append(d == 0 ? "" : ", ").append(dimension.name()).append('=');
      text.append(CoordinateText.of(dimension.type(), domain.get(d)));
    }
    return text.toString();
  }
}
