package io.azulejo.internal.write.scattered;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.write.dense.DenseMergeWriter;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import java.util.Arrays;
import java.util.List;

/** Supplies the fill value of each attribute for all missing cells. */
final class FillValues implements MissingValues {
  /** Size of a column of fill values in bytes, unless one value is larger. */
  private static final int BLOCK = 1 << 12;

  /** One column of equal cells per attribute. */
  private final CellColumn[] columns;

  private final int[] rows;
  private final double bytesPerCell;

  FillValues(ArraySchema schema) {
    List<Attribute> attributes = schema.attributes();
    columns = new CellColumn[attributes.size()];
    rows = new int[columns.length];
    double bytes = 0;
    for (int field = 0; field < columns.length; field++) {
      Attribute attribute = attributes.get(field);
      int size = attribute.fill().length;
      rows[field] = Math.max(1, BLOCK / Math.max(1, size));
      columns[field] = column(attribute, rows[field]);
      bytes += size;
      bytes += attribute.isVar() ? Long.BYTES : 0;
      bytes += attribute.nullable() ? 1 : 0;
    }
    bytesPerCell = bytes;
  }

  private static CellColumn column(Attribute attribute, int rows) {
    byte[] fill = attribute.fill();
    byte[] data = new byte[rows * fill.length];
    int[] offsets = new int[rows + 1];
    byte[] validity = new byte[rows];
    Arrays.fill(validity, (byte) (attribute.fillValid() ? 1 : 0));
    for (int row = 0; row < rows; row++) {
      System.arraycopy(fill, 0, data, row * fill.length, fill.length);
      offsets[row + 1] = (row + 1) * fill.length;
    }
    return new CellColumn(data, 0, offsets, validity);
  }

  @Override
  public double bytesPerCell(DenseMergeWriter target) {
    return bytesPerCell;
  }

  @Override
  public void prepare(DenseMergeWriter target, int[] tiles) {
    // Fill values are known in advance.
  }

  @Override
  public void release() {
    // There is nothing to release.
  }

  @Override
  public void cells(int tile, int field, int from, int count, Use use) {
    for (int done = 0; done < count; done += rows[field]) {
      use.of(columns[field], 0, Math.min(rows[field], count - done), done);
    }
  }
}
