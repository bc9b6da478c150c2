package io.azulejo.internal.read.merge;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.dense.DecodedTiles;
import io.azulejo.internal.read.dense.DenseQuery;
import io.azulejo.internal.read.dense.FieldTarget;
import io.azulejo.internal.read.dense.OwnedRegion.Part;
import io.azulejo.internal.read.dense.RegionCopy;
import io.azulejo.internal.read.dense.TileRegion;
import io.azulejo.internal.read.dense.VarCells;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.ArrayPool;

/**
 * One field of a merged tile. The cells of several fragments are added from the oldest to the
 * newest fragment.
 */
final class MergedField {
  private final DecodedTiles tiles;
  private final TileRegion region;
  private final int field;
  private final OutputField output;
  private final ColumnWriter fixed;
  private final RegionCopy regionCopy;
  private final VarCells var;

  /**
   * Creates a field that does not contain the cells of any fragment yet.
   *
   * @param region the cells of the box and their places in the tile. Cells outside contain zeros,
   *     or a single zero value if the field has variable size.
   * @param gaps whether some cells may be missing in all fragments, so that they get fill values
   */
  MergedField(DenseQuery query, DecodedTiles tiles, TileRegion region, int field, boolean gaps) {
    this.tiles = tiles;
    this.region = region;
    this.field = field;
    this.output = query.fields().get(field);
    int cells = query.grid().cellsPerTile();
    if (output.isVar()) {
      fixed = null;
      regionCopy = null;
      var = new VarCells(output, cells, ArrayPool.NONE);
      if (region.cells() < cells) {
        surroundVar(cells);
      }
    } else {
      var = null;
      fixed = new ColumnWriter(output, cells);
      regionCopy = new RegionCopy(query.grid(), output, FieldTarget.of(fixed));
      if (gaps) {
        regionCopy.fill(region);
      }
    }
  }

  private void surroundVar(int cells) {
    byte[] validity = output.nullable() ? new byte[1] : null;
    int size = output.cellSize();
    int zero = var.add(new CellColumn(new byte[size], 0, new int[] {0, size}, validity));
    for (int cell = 0; cell < cells; cell++) {
      var.point(cell, zero, 0);
    }
    var.point(region, VarCells.FILL);
  }

  /**
   * Adds the cells of a fragment. It must be newer than the fragments that were added before.
   *
   * @param alone whether the tile has cells of only this fragment
   */
  void add(Part part, boolean alone, ScratchPool.TaskBuffers buffers) {
    if (!part.dense()) {
      if (var != null) {
        tiles.sparse(part.source()).point(field, var, region);
      } else {
        tiles.sparse(part.source()).copy(field, region, FieldTarget.of(fixed));
      }
      return;
    }
    boolean lacking = part.source().output(field) == null;
    if (var == null && lacking) {
      regionCopy.fill(part.region());
    } else if (var == null) {
      regionCopy.copy(part.tile(), field, part.region(), buffers);
    } else if (lacking) {
      var.point(part.region(), VarCells.FILL);
    } else {
      CellColumn decoded = part.tile().decode(field, buffers.scratch());
      if (alone) {
        var.point(part.region(), var.add(decoded));
      } else {
        var.copy(part.region(), decoded); // holds only one of many decoded tiles in memory
      }
    }
  }

  /**
   * Returns the column of all cells of the tile.
   *
   * @throws UnsupportedFormatException if values of variable size have 2^31 bytes or more
   */
  CellColumn column() {
    if (var == null) {
      return fixed.toTileColumn();
    }
    try {
      return var.gather(output).toTileColumn();
    } catch (ArithmeticException e) {
      throw new UnsupportedFormatException(
          "a tile of \"%s\" has values of 2^31 bytes or more; make tiles smaller"
              .formatted(output.name()));
    }
  }
}
