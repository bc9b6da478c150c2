package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;

/**
 * One value of each tile: the minima or the maxima of a field, or the coordinates of the first or
 * the last cells. Both parts are empty where the field has no such values.
 *
 * @param fixed values of fixed size one after another; or, where cells are of variable size, for
 *     each tile where its value begins in var, in eight bytes
 * @param var values of variable size one after another
 */
public record TileBounds(Slice fixed, Slice var) {
  /**
   * The values of a dimension as {@link Boxes} have them: a {@code long[]}, a {@code double[]} or a
   * {@code Slice[]}.
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
