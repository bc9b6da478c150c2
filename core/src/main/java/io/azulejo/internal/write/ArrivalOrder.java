package io.azulejo.internal.write;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.TileGrid;
import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order in which the cells of a box come, and where each belongs in the tiles. Cells are
 * numbered as they come, from 0.
 */
final class ArrivalOrder {
  private final DensePart part;
  private final boolean global;

  /** The dimensions, those along which cells follow each other first. */
  private final int[] fastest;

  /** From a cell to the next one along a dimension: as cells come. */
  private final long[] strides;

  /** The same within a tile. */
  private final int[] steps;

  private final boolean tileAfterTile;

  /**
   * An order of the cells of a box.
   *
   * @throws InvalidRequestException if cells cannot come in that order
   */
  ArrivalOrder(DensePart part, Layout layout) {
    this.part = part;
    int dimensions = part.dimensions();
    TileGrid grid = part.grid();
    this.global = layout == Layout.GLOBAL_ORDER;
    if (layout != Layout.ROW_MAJOR && layout != Layout.COL_MAJOR && !global) {
      throw new InvalidRequestException(
          "the cells of a dense array come in row-major, column-major or global order, not %s"
              .formatted(layout));
    }
    if (global) {
      requireWholeTiles();
    }
    this.fastest = fastest(layout, dimensions);
    this.strides = new long[dimensions];
    long stride = 1;
    for (int d : fastest) {
      strides[d] = stride;
      stride *= part.lengths()[d];
    }
    this.steps = new int[dimensions];
    int step = 1;
    for (int d : fastest(grid.cellOrder(), dimensions)) {
      steps[d] = step;
      step *= grid.extent(d);
    }
    int wide = 0;
    for (int d = 0; d < dimensions; d++) {
      wide += part.tilesAlong(d) > 1 ? 1 : 0;
    }
    boolean tilesByRow = grid.tileOrder() != Layout.COL_MAJOR;
    this.tileAfterTile = global || wide <= 1 || tilesByRow == (layout == Layout.ROW_MAJOR);
  }

  private static int[] fastest(Layout layout, int dimensions) {
    int[] order = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      order[i] = layout == Layout.COL_MAJOR ? i : dimensions - 1 - i;
    }
    return order;
  }

  private void requireWholeTiles() {
    List<String> right = new ArrayList<>();
    for (int d = 0; d < part.dimensions(); d++) {
      if (!part.isOfWholeTiles(d)) {
        right.add(part.wholeTiles(d));
      }
    }
    if (!right.isEmpty()) {
      throw new InvalidRequestException(
          "%s is not of whole tiles, as global order takes (%s): give other ranges, or the cells in row- or column-major order"
              .formatted(part, String.join(", ", right)));
    }
  }

  /** Whether the tiles are full one after another in tile order. */
  boolean tileAfterTile() {
    return tileAfterTile;
  }

  /** The way through the cells of a tile as they come, each with its place in the tile. */
  CellPath arrivals(int tile) {
    int cells = part.grid().cellsPerTile();
    if (global) {
      CellPath path = new CellPath((long) tile * cells, 0, 1);
      path.add(cells, 1, 1);
      return path;
    }
    CellPath path = new CellPath(first(tile), place(tile), fastest.length);
    for (int d : fastest) {
      path.add(part.within(d, tile), strides[d], steps[d]);
    }
    return path;
  }

  /** The number of tiles. */
  int tiles() {
    return part.box().tiles();
  }

  /** Tiles, in order, that may have cells from one number to another, without that. */
  int[] tilesBetween(long from, long to) {
    if (global) {
      int cells = part.grid().cellsPerTile();
      return IntStream.rangeClosed((int) (from / cells), (int) ((to - 1) / cells)).toArray();
    }
    int slowest = fastest[fastest.length - 1];
    long low = from / strides[slowest] + part.box().low()[slowest];
    long high = (to - 1) / strides[slowest] + part.box().low()[slowest];
    long first = part.grid().tile(slowest, low);
    long last = part.grid().tile(slowest, high);
    return IntStream.range(0, tiles())
        .filter(t -> part.box().tile(slowest, t) >= first && part.box().tile(slowest, t) <= last)
        .filter(t -> first(t) < to && last(t) >= from)
        .toArray();
  }

  /** The number of the first cell of a tile. */
  long first(int tile) {
    if (global) {
      return (long) tile * part.grid().cellsPerTile();
    }
    long first = 0;
    for (int d = 0; d < strides.length; d++) {
      first += part.distance(d, tile) * strides[d];
    }
    return first;
  }

  /** The number of the last cell of a tile. */
  long last(int tile) {
    if (global) {
      return (tile + 1L) * part.grid().cellsPerTile() - 1;
    }
    long last = first(tile);
    for (int d = 0; d < strides.length; d++) {
      last += (part.within(d, tile) - 1) * strides[d];
    }
    return last;
  }

  /** The first place of a tile that is in the box. */
  private int place(int tile) {
    int place = 0;
    for (int d = 0; d < steps.length; d++) {
      place += part.before(d, tile) * steps[d];
    }
    return place;
  }

  /** The cells of a tile that are in the box, in the order of the tile. */
  CellRuns written(int tile) {
    CellPath path = new CellPath(place(tile), 0, steps.length);
    int cells = 1;
    for (int d : fastest(part.grid().cellOrder(), steps.length)) {
      int length = part.within(d, tile);
      path.add(length, steps[d], steps[d]);
      cells *= length;
    }
    path.next();
    int[] starts = new int[cells / path.length()];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = (int) path.index();
      path.next();
    }
    return new CellRuns(starts, path.length());
  }

  /** A cell as a message says it. */
  String cell(long number) {
    long[] distances = new long[strides.length];
    if (global) {
      int tile = (int) (number / part.grid().cellsPerTile());
      int place = (int) (number % part.grid().cellsPerTile());
      for (int d = 0; d < steps.length; d++) {
        distances[d] = part.distance(d, tile) + place / steps[d] % part.grid().extent(d);
      }
    } else {
      for (int d = 0; d < strides.length; d++) {
        distances[d] = number / strides[d] % part.lengths()[d];
      }
    }
    return part.cell(distances);
  }
}
