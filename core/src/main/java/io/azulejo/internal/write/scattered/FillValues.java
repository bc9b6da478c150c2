package io.azulejo.internal.write.scattered;

import io.azulejo.internal.write.dense.DenseMergeWriter;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import java.util.Arrays;
import java.util.List;

/** Supplies the fill value of each attribute for all missing cells. */
final class FillValues implements MissingValues {
  private final byte[][] fills;
  private final byte[] validity;
  private final double bytesPerCell;

  FillValues(ArraySchema schema) {
    List<Attribute> attributes = schema.attributes();
    fills = new byte[attributes.size()][];
    validity = new byte[fills.length];
    double bytes = 0;
    for (int field = 0; field < fills.length; field++) {
      fills[field] = attributes.get(field).fill();
      validity[field] = (byte) (attributes.get(field).fillValid() ? 1 : 0);
      bytes += fills[field].length;
      bytes += attributes.get(field).isVar() ? Long.BYTES : 0;
      bytes += attributes.get(field).nullable() ? 1 : 0;
    }
    bytesPerCell = bytes;
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
  public void copyFixed(int tile, int field, int from, int count, byte[] target, int at) {
    byte[] fill = fills[field];
    for (int i = 0; i < count; i++) {
      System.arraycopy(fill, 0, target, at + i * fill.length, fill.length);
    }
  }

  @Override
  public void copyValidity(int tile, int field, int from, int count, byte[] target, int at) {
    Arrays.fill(target, at, at + count, validity[field]);
  }

  @Override
  public void lengths(int tile, int field, int from, int count, int[] target, int at) {
    Arrays.fill(target, at, at + count, fills[field].length);
  }

  @Override
  public void copyVar(int tile, int field, int from, int count, byte[] target, int at) {
    copyFixed(tile, field, from, count, target, at);
  }
}
