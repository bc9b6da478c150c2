package io.azulejo.internal.read.tile;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellGather;
import io.azulejo.internal.runtime.ArrayPool;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;

/**
 * Builds a column of a batch by copying cells from decoded tiles to their positions. Several
 * threads may write to different positions at the same time.
 */
public final class ColumnWriter {
  private final ArrayPool arrays;
  private final OutputField field;
  private final int rows;
  private final int[] offsets;
  private final byte[] validity;
  private byte[] data;

  /** Creates a column of zeros in new arrays. */
  public ColumnWriter(OutputField field, int rows) {
    this(field, rows, ArrayPool.NONE);
  }

  /**
   * Creates a column whose positions must all be written.
   *
   * @param rows the number of cells
   * @param arrays provides the column's arrays, which may contain old data and may be longer than
   *     needed
   */
  public ColumnWriter(OutputField field, int rows, ArrayPool arrays) {
    this.arrays = arrays;
    this.field = field;
    this.rows = rows;
    int size = field.numbers() == null ? field.cellSize() : Integer.BYTES;
    offsets = field.isVarColumn() ? arrays.ints(rows + 1) : null;
    validity = field.nullable() ? arrays.bytes(rows) : null;
    data = field.isVarColumn() ? null : arrays.bytes(Math.multiplyExact(rows, size));
    if (offsets != null) {
      offsets[0] = 0;
    }
  }

  /**
   * Returns the start offset of each variable-size cell, followed by the end of the last one; null
   * for fixed-size cells. The caller must fill it before {@link #allocate}.
   */
  public int[] offsets() {
    return offsets;
  }

  /** Returns the validity bytes, or null if the field is not nullable. */
  public byte[] validity() {
    return validity;
  }

  /** Allocates the values of variable-size cells. The offsets must be complete. */
  public void allocate() {
    data = arrays.bytes(offsets[rows]);
  }

  /** Returns a target that fixed-size cells are copied to. */
  public CellTarget target() {
    return CellTarget.of(data, field.cellSize());
  }

  /** Returns the written cells as a source for other columns, without a copy. */
  public CellColumn toTileColumn() {
    return new CellColumn(data, 0, offsets, validity);
  }

  /** Returns the finished column, without a copy. */
  public Column toColumn() {
    return field.column(rows, toTileColumn());
  }

  /** Returns some rows of a column as a copy. */
  public static Column take(Column column, int[] rows) {
    int[] offsets = column instanceof VarColumn var ? var.offsetArray() : null;
    int perCell = column instanceof FixedColumn fixed ? fixed.valuesPerCell() : Attribute.VAR;
    CellColumn taken =
        new CellColumn(column.array(), 0, offsets, column.validityArray().orElse(null))
            .take(rows, perCell * column.type().size());
    return OutputField.column(column.name(), column.type(), perCell, rows.length, taken);
  }

  /**
   * Stores the lengths of variable-size cells in the offset array, each at the end offset of its
   * cell. Call {@link #sumLengths} after all lengths are stored.
   *
   * @param columns the source column of each tile
   * @param tileOf the tile index of each cell
   * @param rowOf the row of each cell within its tile
   * @param from index of the first cell in {@code tileOf} and {@code rowOf}
   * @param place position of the first cell in this column
   * @param count number of cells
   */
  public void lengths(
      CellColumn[] columns, int[] tileOf, int[] rowOf, int from, int place, int count) {
    CellGather.lengths(columns, tileOf, rowOf, from, count, offsets, place + 1);
  }

  /**
   * Converts lengths to offsets.
   *
   * @throws ArithmeticException if the values have 2^31 bytes or more
   */
  public void sumLengths() {
    int sum = 0;
    for (int i = 1; i <= rows; i++) {
      sum = Math.addExact(sum, offsets[i]);
      offsets[i] = sum;
    }
  }

  /** Copies cells to consecutive positions. The parameters are the same as for {@link #lengths}. */
  public void gather(
      CellColumn[] columns, int[] tileOf, int[] rowOf, int from, int place, int count) {
    if (field.numbers() != null) {
      synchronized (field.numbers()) {
        CellGather.numbers(
            columns, tileOf, rowOf, from, count, field.numbers(), data, place * Integer.BYTES);
      }
    } else if (offsets != null) {
      CellGather.texts(columns, tileOf, rowOf, from, count, data, offsets, place);
    } else {
      int size = field.cellSize();
      CellGather.fixed(columns, tileOf, rowOf, from, count, size, data, place * size);
    }
    if (validity != null) {
      CellGather.validity(columns, tileOf, rowOf, from, count, validity, place);
    }
  }
}
