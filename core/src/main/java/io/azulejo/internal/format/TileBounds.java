package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;

/**
 * One value per tile: the minima or maxima of a field, or the coordinates of the first or last
 * cells. Both parts are empty if the field lacks such values.
 *
 * @param fixed fixed-size values one after another; for variable-size cells, the start of each
 *     tile's value in var, in eight bytes
 * @param var variable-size values one after another
 */
public record TileBounds(Slice fixed, Slice var) {
  /**
   * Returns the values of a dimension in the representation of {@link Boxes}: a {@code long[]}, a
   * {@code double[]} or a {@code Slice[]}.
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
