package io.azulejo.internal.read.dense;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellGather;
import io.azulejo.internal.read.dense.TileRegion.Runs;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.ArrayPool;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells of a variable-size field in a batch of a dense read. Records the decoded tile and the
 * row that each cell comes from. Initially, all cells have the fill value.
 */
public final class VarCells {
  /** Number of the column that contains the fill value. */
  public static final int FILL = 0;

  private final ArrayPool arrays;
  private final List<CellColumn> columns = new ArrayList<>();
  private final int[] columnOf;
  private final int[] rowOf;

  /**
   * Creates cells with the fill value.
   *
   * @param cells the number of cells in the batch
   * @param arrays the pool for the arrays of gathered columns
   */
  public VarCells(OutputField output, int cells, ArrayPool arrays) {
    this.arrays = arrays;
    columns.add(FieldReader.fill(output, 1));
    columnOf = new int[cells];
    rowOf = new int[cells];
  }

  /** Adds a decoded tile and returns its column number. */
  public int add(CellColumn column) {
    columns.add(column);
    return columns.size() - 1;
  }

  /**
   * Records where a cell comes from.
   *
   * @param place the batch index of the cell
   * @param column the number of the column
   * @param row the row of the cell in this column
   */
  public void point(int place, int column, int row) {
    columnOf[place] = column;
    rowOf[place] = row;
  }

  /** Records that the cells of a region come from a tile, or have the fill value. */
  public void point(TileRegion region, int column) {
    for (Runs runs = region.runs(); runs.next(); ) {
      for (int i = 0; i < runs.count; i++) {
        int row = column == FILL ? 0 : runs.cell + i * runs.cellStep;
        point(runs.place + i * runs.step, column, row);
      }
    }
  }

  /** Copies the cells of a region from a decoded tile. The tile is not retained. */
  public void copy(TileRegion region, CellColumn tile) {
    int[] offsets = tile.offsets();
    int[] starts = new int[region.cells() + 1];
    byte[] validity = tile.validity() == null ? null : new byte[region.cells()];
    int row = 0;
    for (Runs runs = region.runs(); runs.next(); ) {
      for (int i = 0; i < runs.count; i++, row++) {
        int cell = runs.cell + i * runs.cellStep;
        starts[row + 1] = starts[row] + offsets[cell + 1] - offsets[cell];
      }
    }
    byte[] data = new byte[starts[row]];
    int column = add(new CellColumn(data, 0, starts, validity));
    row = 0;
    for (Runs runs = region.runs(); runs.next(); ) {
      int together = runs.cellStep == 1 ? runs.count : 1;
      for (int i = 0; i < runs.count; i += together) {
        int cell = runs.cell + i * runs.cellStep;
        int length = starts[row + i + together] - starts[row + i];
        System.arraycopy(tile.data(), offsets[cell], data, starts[row + i], length);
        if (validity != null) {
          System.arraycopy(tile.validity(), cell, validity, row + i, together);
        }
      }
      for (int i = 0; i < runs.count; i++) {
        point(runs.place + i * runs.step, column, row++);
      }
    }
  }

  /** Sets the cells of a region that a mask excludes to the fill value. */
  void fill(TileRegion region, byte[] mask) {
    for (Runs runs = region.runs(); runs.next(); ) {
      for (int i = 0; i < runs.count; i++) {
        int place = runs.place + i * runs.step;
        if (mask[place] == 0) {
          point(place, FILL, 0);
        }
      }
    }
  }

  /** Builds a column of all cells. */
  public ColumnWriter gather(OutputField output) {
    return gather(output, columnOf, rowOf);
  }

  /**
   * Builds a column of selected cells.
   *
   * @param places the indexes of the cells in the batch, in output order
   */
  ColumnWriter gather(OutputField output, int[] places) {
    int[] someColumns = new int[places.length];
    int[] someRows = new int[places.length];
    for (int i = 0; i < places.length; i++) {
      someColumns[i] = columnOf[places[i]];
      someRows[i] = rowOf[places[i]];
    }
    return gather(output, someColumns, someRows);
  }

  /**
   * Returns all cells for conditions: as a coded column if strings repeat and the tiles are coded,
   * otherwise with the copied string of each cell.
   */
  CellColumn tested(OutputField output) {
    CellColumn[] all = columns.toArray(CellColumn[]::new);
    byte[] validity = null;
    if (output.nullable()) {
      validity = new byte[rowOf.length];
      CellGather.validity(all, columnOf, rowOf, 0, validity.length, validity, 0);
    }
    CellColumn coded = CellGather.coded(all, columnOf, rowOf, validity);
    return coded == null ? gather(output.withoutNumbers()).toTileColumn() : coded;
  }

  private ColumnWriter gather(OutputField output, int[] columnOf, int[] rowOf) {
    CellColumn[] all = columns.toArray(CellColumn[]::new);
    ColumnWriter writer = new ColumnWriter(output, columnOf.length, arrays);
    if (writer.offsets() != null) {
      writer.lengths(all, columnOf, rowOf, 0, 0, columnOf.length);
      writer.sumLengths();
      writer.allocate();
    }
    writer.gather(all, columnOf, rowOf, 0, 0, columnOf.length);
    return writer;
  }
}
