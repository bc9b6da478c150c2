package io.azulejo.internal.read;

import java.util.ArrayList;
import java.util.List;

/**
 * The cells of variable size of a field in a batch of a dense read: for each one the decoded tile
 * and the row that it comes from; at first the fill value for all.
 */
final class VarCells {
  /** The column of the fill value. */
  static final int FILL = 0;

  private final int field;
  private final List<TileColumn> columns = new ArrayList<>();
  private final int[] columnOf;
  private final int[] rowOf;

  VarCells(int field, OutputField output, int cells) {
    this.field = field;
    columns.add(FieldReader.fill(output, 1));
    columnOf = new int[cells];
    rowOf = new int[cells];
  }

  /** The field's position among those of the answer. */
  int field() {
    return field;
  }

  /** Adds a decoded tile; returns its number. */
  int add(TileColumn column) {
    columns.add(column);
    return columns.size() - 1;
  }

  /** Says where a cell comes from. */
  void point(int place, int column, int row) {
    columnOf[place] = column;
    rowOf[place] = row;
  }

  /** Says of the cells of a region that they come from a tile, or are fill values. */
  void point(Region region, int column) {
    region.forEachRun(
        (cell, place, count, step) -> {
          for (int i = 0; i < count; i++) {
            point(place + i * step, column, column == FILL ? 0 : cell + i);
          }
        });
  }

  /** Copies all cells to a column of the batch. */
  void gather(ColumnWriter writer) {
    TileColumn[] all = columns.toArray(TileColumn[]::new);
    writer.lengths(all, columnOf, rowOf, 0, 0, columnOf.length);
    writer.sumLengths();
    writer.allocate();
    writer.gather(all, columnOf, rowOf, 0, 0, columnOf.length);
  }
}
