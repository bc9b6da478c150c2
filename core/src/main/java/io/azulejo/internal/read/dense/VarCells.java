package io.azulejo.internal.read.dense;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.ArrayPool;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells of variable size of a field in a batch of a dense read: for each one the decoded tile
 * and the row that it comes from; at first the fill value for all.
 */
public final class VarCells {
  /** The column of the fill value. */
  public static final int FILL = 0;

  private final ArrayPool arrays;
  private final List<CellColumn> columns = new ArrayList<>();
  private final int[] columnOf;
  private final int[] rowOf;

  /**
   * Cells that have the fill value.
   *
   * @param arrays for the columns that are gathered
   */
  public VarCells(OutputField output, int cells, ArrayPool arrays) {
    this.arrays = arrays;
    columns.add(FieldReader.fill(output, 1));
    columnOf = new int[cells];
    rowOf = new int[cells];
  }

  /** Adds a decoded tile; returns its number. */
  public int add(CellColumn column) {
    columns.add(column);
    return columns.size() - 1;
  }

  /** Says where a cell comes from. */
  public void point(int place, int column, int row) {
    columnOf[place] = column;
    rowOf[place] = row;
  }

  /** Says of the cells of a region that they come from a tile, or are fill values. */
  public void point(TileRegion region, int column) {
    for (Runs runs = region.runs(); runs.next(); ) {
      for (int i = 0; i < runs.count; i++) {
        int row = column == FILL ? 0 : runs.cell + i * runs.cellStep;
        point(runs.place + i * runs.step, column, row);
      }
    }
  }

  /** Takes the cells of a region over from a decoded tile, which is not kept. */
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

  /** Makes the cells of a region that a mask leaves out fill values. */
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

  /** A column of all cells. */
  public ColumnWriter gather(OutputField output) {
    return gather(output, columnOf, rowOf);
  }

  /** A column of the cells at some places. */
  ColumnWriter gather(OutputField output, int[] places) {
    int[] someColumns = new int[places.length];
    int[] someRows = new int[places.length];
    for (int i = 0; i < places.length; i++) {
      someColumns[i] = columnOf[places[i]];
      someRows[i] = rowOf[places[i]];
    }
    return gather(output, someColumns, someRows);
  }

  private ColumnWriter gather(OutputField output, int[] columnOf, int[] rowOf) {
    CellColumn[] all = columns.toArray(CellColumn[]::new);
    ColumnWriter writer = new ColumnWriter(output, columnOf.length, arrays);
    writer.lengths(all, columnOf, rowOf, 0, 0, columnOf.length);
    writer.sumLengths();
    writer.allocate();
    writer.gather(all, columnOf, rowOf, 0, 0, columnOf.length);
    return writer;
  }
}
