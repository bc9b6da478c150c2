package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.request.DimensionRanges;
import io.azulejo.internal.read.sparse.SparseFragment;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.read.sparse.TileSearch;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.read.tile.TileParts;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The cells of a sparse fragment in a dense array. Releases before 2.2 could write such fragments.
 * Each cell hides the cells of older fragments at its coordinates.
 */
public final class SparseOverlay {
  private final DenseQuery query;
  private final DenseSource source;
  private final Map<Integer, SparseTile> tiles = new LinkedHashMap<>();
  private final Map<Integer, TileParts[]> coordinateParts = new LinkedHashMap<>();
  private final Map<Integer, TileParts[]> outputParts = new LinkedHashMap<>();
  private List<Decoded> decoded = List.of();

  /**
   * The decoded cells of a tile.
   *
   * @param keys the key of each cell in each dimension
   * @param columns the columns of the query; null for dimensions
   */
  private record Decoded(int cells, long[][] keys, CellColumn[] columns) {}

  SparseOverlay(DenseQuery query, DenseSource source) {
    this.query = query;
    this.source = source;
  }

  /** Adds the tiles that may contain cells of a region. */
  void add(TileRegion region) {
    TileGrid grid = query.grid();
    SparseFragment fragment = source.sparse();
    DimensionRanges[] ranges = new DimensionRanges[grid.dimensions()];
    for (int d = 0; d < ranges.length; d++) {
      ranges[d] =
          fragment.ranges(
              d, Range.of(grid.coordinate(region.low(d)), grid.coordinate(region.high(d))));
    }
    for (SparseTile tile : new TileSearch(fragment).within(ranges)) {
      tiles.putIfAbsent(tile.number(), tile);
    }
  }

  /** Returns the indexes of the added tiles. */
  Set<Integer> tiles() {
    return tiles.keySet();
  }

  /** Returns the number of bytes that are fetched and decoded. */
  long bytes() {
    return tiles.values().stream().mapToLong(tile -> tile.bytes() + tile.storedBytes()).sum();
  }

  /** Adds the parts of all tiles to the parts to fetch. */
  void want(List<TilePart> wanted) {
    boolean[] all = new boolean[query.grid().dimensions()];
    Arrays.fill(all, true);
    for (SparseTile tile : tiles.values()) {
      TileParts[] coordinates = source.sparse().coordinates().parts(tile.number(), all);
      for (TileParts parts : coordinates) {
        if (parts != null) {
          parts.addTo(wanted);
        }
      }
      coordinateParts.put(tile.number(), coordinates);
      TileParts[] outputs = new TileParts[query.fields().size()];
      for (int f = 0; f < outputs.length; f++) {
        if (source.output(f) != null) {
          outputs[f] = source.output(f).parts(tile.number());
          outputs[f].addTo(wanted);
        }
      }
      outputParts.put(tile.number(), outputs);
    }
  }

  /** Decodes all tiles, which must have been fetched. */
  void decode(ReadScope scope) {
    long cells = tiles.values().stream().mapToLong(tile -> tile.cells()).sum();
    scope.counters().decoded(tiles.size(), cells);
    Decoded[] all = new Decoded[tiles.size()];
    List<SparseTile> each = new ArrayList<>(tiles.values());
    scope.unfilter(
        IntStream.range(0, all.length).boxed().toList(),
        t -> {
          scope.with(buffers -> all[t] = decode(each.get(t), buffers));
          return null;
        });
    decoded = List.of(all);
  }

  private Decoded decode(SparseTile tile, ScratchPool.TaskBuffers buffers) {
    int dimensions = query.grid().dimensions();
    CellColumn[] coordinates =
        source
            .sparse()
            .coordinates()
            .decode(
                tile.number(), tile.cells(), coordinateParts.get(tile.number()), buffers.scratch());
    long[][] keys = new long[dimensions][tile.cells()];
    for (int d = 0; d < dimensions; d++) {
      CellColumn column = coordinates[d];
      CoordinateKeys.decode(
          query.coordinateType(), column.data(), column.start(), tile.cells(), keys[d]);
    }
    CellColumn[] columns = new CellColumn[query.fields().size()];
    for (int f = 0; f < columns.length; f++) {
      OutputField field = query.fields().get(f);
      if (!field.isDimension()) {
        columns[f] =
            source.output(f) == null
                ? FieldReader.fill(field, tile.cells())
                : source
                    .output(f)
                    .decode(
                        tile.number(),
                        tile.cells(),
                        outputParts.get(tile.number())[f],
                        buffers.scratch());
      }
    }
    return new Decoded(tile.cells(), keys, columns);
  }

  /** Copies the cells of a region in a fixed-size field. */
  public void copy(int field, TileRegion region, FieldTarget target) {
    int size = query.fields().get(field).cellSize();
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
