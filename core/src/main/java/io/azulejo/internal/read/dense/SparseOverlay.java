package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.read.sparse.TileLoad;
import io.azulejo.internal.read.sparse.TileSearch;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.TileParts;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The cells of a sparse fragment in a dense array. Releases before 2.2 could write such fragments.
 * Each cell hides the cells of older fragments at its coordinates.
 */
public final class SparseOverlay {
  private final DenseSource source;
  private final List<OutputField> fields;
  private final Map<Integer, SparseTile> tiles = new LinkedHashMap<>();

  private final List<Decoded> decoded = new ArrayList<>();
  private long bytes;

  /**
   * The decoded cells of a tile.
   *
   * @param keys the key of each cell in each dimension
   * @param columns the columns of the query; null for dimensions
   */
  private record Decoded(int cells, long[][] keys, CellColumn[] columns) {}

  /** Creates an overlay without tiles. */
  SparseOverlay(DenseSource source) {
    this.source = source;
    this.fields = source.needs().columns();
  }

  /** Adds the tiles that may contain cells of a region. */
  void add(TileRegion region) {
    TileGrid grid = region.grid;
    SparseFragment fragment = source.sparse();
    DimensionRanges[] ranges = new DimensionRanges[grid.dimensions()];
    for (int d = 0; d < ranges.length; d++) {
      ranges[d] =
          fragment.ranges(
              d, Range.of(grid.coordinate(region.low(d)), grid.coordinate(region.high(d))));
    }
    for (SparseTile tile : new TileSearch(fragment).within(ranges)) {
      if (tiles.putIfAbsent(tile.number(), tile) == null) {
        bytes += tile.bytes() + tile.storedBytes();
      }
    }
  }

  /** Returns the indexes of the added tiles. */
  Set<Integer> tiles() {
    return tiles.keySet();
  }

  /** Returns the number of bytes that are fetched and decoded. */
  long bytes() {
    return bytes;
  }

  /** Adds all tiles to a load, which fetches and decodes them. */
  void addTo(TileLoad load) {
    for (SparseTile tile : tiles.values()) {
      TileParts[] coordinates =
          source.sparse().coordinates().parts(tile.number(), source.needs().coordinates());
      TileParts[] outputs = new TileParts[fields.size()];
      for (int f = 0; f < outputs.length; f++) {
        outputs[f] = source.output(f) == null ? null : source.output(f).parts(tile.number());
      }
      load.fetch(coordinates);
      load.fetch(outputs);
      load.count(tile);
      int place = decoded.size();
      decoded.add(null);
      load.onceFetched(
          buffers -> decoded.set(place, decode(tile, coordinates, outputs, buffers.scratch())));
    }
  }

  private Decoded decode(
      SparseTile tile, TileParts[] coordinateParts, TileParts[] outputs, Scratch scratch) {
    int dimensions = source.low().length;
    Datatype coordinateType = source.needs().dimensions().get(0).type();
    CellColumn[] coordinates =
        source.sparse().coordinates().decode(tile.number(), tile.cells(), coordinateParts, scratch);
    long[][] keys = new long[dimensions][tile.cells()];
    for (int d = 0; d < dimensions; d++) {
      CellColumn column = coordinates[d];
      CoordinateKeys.decode(coordinateType, column.data(), column.start(), tile.cells(), keys[d]);
    }
    CellColumn[] columns = new CellColumn[fields.size()];
    for (int f = 0; f < columns.length; f++) {
      OutputField field = fields.get(f);
      if (outputs[f] != null) {
        columns[f] = source.output(f).decode(tile.number(), tile.cells(), outputs[f], scratch);
      } else if (!field.isDimension()) {
        columns[f] = FieldReader.fill(field, tile.cells());
      }
    }
    return new Decoded(tile.cells(), keys, columns);
  }

  /** Copies the cells of a region in a fixed-size field. */
  public void copy(int field, TileRegion region, FieldTarget target) {
    int size = fields.get(field).cellSize();
    for (Decoded tile : decoded) {
      CellColumn column = tile.columns()[field];
      forEachCell(
          tile,
          region,
          (row, place) -> {
            target.values().copy(column.data(), column.start() + row * size, 1, place, 1, 1);
            if (target.validity() != null) {
              target.validity()[place] = (byte) (column.validity()[row] == 0 ? 0 : 1);
            }
          });
    }
  }

  /** Records where the cells of a region come from, for a variable-size field. */
  public void point(int field, VarCells var, TileRegion region) {
    for (Decoded tile : decoded) {
      int column = var.add(tile.columns()[field]);
      forEachCell(tile, region, (row, place) -> var.point(place, column, row));
    }
  }

  /**
   * Sets the marks of the fragment's cells in a region.
   *
   * @param marks one byte per cell of the batch
   */
  void mark(TileRegion region, byte[] marks, byte value) {
    for (Decoded tile : decoded) {
      forEachCell(tile, region, (row, place) -> marks[place] = value);
    }
  }

  /** Receives the row of a cell within its tile and the cell's batch index. */
  @FunctionalInterface
  private interface Cell {
    void at(int row, int place);
  }

  private static void forEachCell(Decoded tile, TileRegion region, Cell cell) {
    for (int row = 0; row < tile.cells(); row++) {
      int place = region.place(tile.keys(), row);
      if (place >= 0) {
        cell.at(row, place);
      }
    }
  }
}
