package io.azulejo.internal.read.tile;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CellGather;
import io.azulejo.internal.runtime.ArrayPool;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;

/**
 * A column of a batch in the making: cells of decoded tiles are copied to their places. Different
 * places may be written by different threads.
 */
public final class ColumnWriter {
  private final ArrayPool arrays;
  private final OutputField field;
  private final int rows;
  private final int[] offsets;
  private final byte[] validity;
  private byte[] data;

  /** A column in arrays of its own, with nothing but zeros. */
  public ColumnWriter(OutputField field, int rows) {
    this(field, rows, ArrayPool.NONE);
  }

  /**
   * A column of which all places are going to be written.
   *
   * @param arrays its arrays are from there, with anything in them, and may be longer than needed
   */
  public ColumnWriter(OutputField field, int rows, ArrayPool arrays) {
    this.arrays = arrays;
    this.field = field;
    this.rows = rows;
    offsets = field.isVar() ? arrays.ints(rows + 1) : null;
    validity = field.nullable() ? arrays.bytes(rows) : null;
    data = field.isVar() ? null : arrays.bytes(Math.multiplyExact(rows, field.cellSize()));
    if (offsets != null) {
      offsets[0] = 0;
    }
  }

  /** Where each cell begins, of cells of variable size; to be filled before {@link #allocate}. */
  public int[] offsets() {
    return offsets;
  }

  /** Validity; null where cells can't be null. */
  public byte[] validity() {
    return validity;
  }

  /** Makes room for the values of cells of variable size, now that the offsets are known. */
  public void allocate() {
    data = arrays.bytes(offsets[rows]);
  }

  /** Where cells of fixed size are copied to. */
  public CellTarget target() {
    return CellTarget.of(data, field.cellSize());
  }

  /** What was written, as a source of other columns. */
  public CellColumn toTileColumn() {
    return new CellColumn(data, 0, offsets, validity);
  }

  /** The finished column. */
  public Column toColumn() {
    return field.isVar()
        ? new VarColumn(field.name(), field.type(), rows, offsets, data, validity)
        : new FixedColumn(field.name(), field.type(), field.cellValNum(), rows, data, validity);
  }

  /**
   * Puts lengths of strings in the place of the offsets that follow them; {@link #sumLengths} next.
   */
  public void lengths(
      CellColumn[] columns, int[] tileOf, int[] rowOf, int from, int place, int count) {
    CellGather.lengths(columns, tileOf, rowOf, from, count, offsets, place + 1);
  }

  /** Makes offsets of lengths. */
  public void sumLengths() {
    int sum = 0;
    for (int i = 1; i <= rows; i++) {
      sum = Math.addExact(sum, offsets[i]);
      offsets[i] = sum;
    }
  }

  /**
   * Copies cells, each from the tile and the row that the arrays say, to places one after another.
   */
  public void gather(
      CellColumn[] columns, int[] tileOf, int[] rowOf, int from, int place, int count) {
    if (offsets != null) {
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
