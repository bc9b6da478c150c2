package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;

/**
 * One value per tile: the minimum or maximum of a field, or a coordinate of the first or last cell.
 * Both components are empty if the field has no such values.
 *
 * @param fixed the concatenated fixed-size values; for variable-size cells, the offset of each
 *     tile's value in {@code var}, as 8-byte integers
 * @param var the concatenated variable-size values; empty for fixed-size cells
 */
public record TileBounds(Slice fixed, Slice var) {
  /**
   * Returns the values of a dimension in the representation of {@link Boxes}: a {@code long[]}, a
   * {@code double[]} or a {@code Slice[]}.
   *
   * @param type the type of the dimension
   * @param count the number of tiles
   */
  public Object values(Datatype type, int count) {
    if (type == Datatype.STRING_ASCII) {
      Slice[] texts = new Slice[count];
      for (int i = 0; i < count; i++) {
        int end = i + 1 < count ? (int) fixed.getLong((i + 1) * Long.BYTES) : var.length();
        int start = (int) fixed.getLong(i * Long.BYTES);
        texts[i] = var.slice(start, end - start);
      }
      return texts;
    }
    if (type.isFloatingPoint()) {
      double[] floatingPoints = new double[count];
      for (int i = 0; i < count; i++) {
        floatingPoints[i] =
            type.size() == Float.BYTES ? fixed.getFloat(i * 4) : fixed.getDouble(i * Double.BYTES);
      }
      return floatingPoints;
    }
    long[] integers = new long[count];
    for (int i = 0; i < count; i++) {
      integers[i] = fixed.getInteger(i * type.size(), type.size(), type.isUnsigned());
    }
    return integers;
  }
}
