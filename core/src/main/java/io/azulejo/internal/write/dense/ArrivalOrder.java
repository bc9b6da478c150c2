package io.azulejo.internal.write.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Maps the cells of a box from arrival order to their places in tiles. Cells are numbered from 0 in
 * the order in which they arrive.
 */
final class ArrivalOrder {
  private final WriteBox box;
  private final boolean global;

  /** Dimensions, ordered from fastest to slowest varying in arrival order. */
  private final int[] fastest;

  /** For each dimension, the distance between adjacent cells in arrival order. */
  private final long[] strides;

  /** For each dimension, the distance between adjacent cells within a tile. */
  private final int[] steps;

  private final boolean tileAfterTile;

  /**
   * Creates the arrival order of the cells of a box.
   *
   * @throws InvalidRequestException if the layout is not row-major, column-major or global order,
   *     or if it is global order and the box does not consist of whole tiles
   */
  ArrivalOrder(WriteBox box, Layout layout) {
    this.box = box;
    int dimensions = box.dimensions();
    TileGrid grid = box.grid();
    this.global = layout == Layout.GLOBAL_ORDER;
    if (layout != Layout.ROW_MAJOR && layout != Layout.COL_MAJOR && !global) {
      throw new InvalidRequestException(
          ("cells of a dense array are written in row-major, column-major or global order,"
                  + " not %s; to write them in any order, pass their coordinates (missing: filled"
                  + " or kept)")
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
      stride *= box.lengths()[d];
    }
    this.steps = grid.cellStrides();
    int wide = 0;
    for (int d = 0; d < dimensions; d++) {
      wide += box.tilesAlong(d) > 1 ? 1 : 0;
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
    for (int d = 0; d < box.dimensions(); d++) {
      if (!box.isOfWholeTiles(d)) {
        right.add(box.wholeTiles(d));
      }
    }
    if (!right.isEmpty()) {
      throw new InvalidRequestException(
          ("%s does not consist of whole tiles, as global order needs (%s); pass other"
                  + " ranges, or cells in row- or column-major order")
              .formatted(box, String.join(", ", right)));
    }
  }

  /** Returns whether tiles fill up one after another in tile order. */
  boolean tileAfterTile() {
    return tileAfterTile;
  }

  /** Returns the cells of a tile in arrival order, each with its place in the tile. */
  CellPath arrivals(int tile) {
    int cells = box.grid().cellsPerTile();
    if (global) {
      CellPath path = new CellPath((long) tile * cells, 0, 1);
      path.add(cells, 1, 1);
      return path;
    }
    CellPath path = new CellPath(first(tile), place(tile), fastest.length);
    for (int d : fastest) {
      path.add(box.within(d, tile), strides[d], steps[d]);
    }
    return path;
  }

  /** Returns the number of tiles that the box touches. */
  int tiles() {
    return box.tileBox().tiles();
  }

  /**
   * Returns the tiles, ascending, that may have cells with numbers from {@code from} to {@code to}
   * (exclusive).
   */
  int[] tilesBetween(long from, long to) {
    if (global) {
      int cells = box.grid().cellsPerTile();
      return IntStream.rangeClosed((int) (from / cells), (int) ((to - 1) / cells)).toArray();
    }
    int slowest = fastest[fastest.length - 1];
    long low = from / strides[slowest] + box.tileBox().low()[slowest];
    long high = (to - 1) / strides[slowest] + box.tileBox().low()[slowest];
    long first = box.grid().tile(slowest, low);
    long last = box.grid().tile(slowest, high);
    return IntStream.range(0, tiles())
        .filter(
            t -> box.tileBox().tile(slowest, t) >= first && box.tileBox().tile(slowest, t) <= last)
        .filter(t -> first(t) < to && last(t) >= from)
        .toArray();
  }

  /** Returns the number of a tile's first cell. */
  long first(int tile) {
    if (global) {
      return (long) tile * box.grid().cellsPerTile();
    }
    long first = 0;
    for (int d = 0; d < strides.length; d++) {
      first += box.distance(d, tile) * strides[d];
    }
    return first;
  }

  /** Returns the number of a tile's last cell. */
  long last(int tile) {
    if (global) {
      return (tile + 1L) * box.grid().cellsPerTile() - 1;
    }
    long last = first(tile);
    for (int d = 0; d < strides.length; d++) {
      last += (box.within(d, tile) - 1) * strides[d];
    }
    return last;
  }

  /** Returns the place of a tile's first cell that is in the box. */
  private int place(int tile) {
    int place = 0;
    for (int d = 0; d < steps.length; d++) {
      place += box.before(d, tile) * steps[d];
    }
    return place;
  }

  /** Returns the cells of a tile that are in the box, in the tile's cell order. */
  CellRuns written(int tile) {
    CellPath path = new CellPath(place(tile), 0, steps.length);
    int cells = 1;
    for (int d : fastest(box.grid().cellOrder(), steps.length)) {
      int length = box.within(d, tile);
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

  /** Returns the coordinates of the cell at a place in a tile, as text for messages. */
  String cell(int tile, int place) {
    long[] distances = new long[strides.length];
    for (int d = 0; d < steps.length; d++) {
      long first = box.distance(d, tile) - box.before(d, tile);
      distances[d] = first + place / steps[d] % box.grid().extent(d);
    }
    return box.cell(distances);
  }

  /** Returns the coordinates of a cell, given by its number, as text for messages. */
  String cell(long number) {
    long[] distances = new long[strides.length];
    if (global) {
      int tile = (int) (number / box.grid().cellsPerTile());
      int place = (int) (number % box.grid().cellsPerTile());
      for (int d = 0; d < steps.length; d++) {
        distances[d] = box.distance(d, tile) + place / steps[d] % box.grid().extent(d);
      }
    } else {
      for (int d = 0; d < strides.length; d++) {
        distances[d] = number / strides[d] % box.lengths()[d];
      }
    }
    return box.cell(distances);
  }
}
