package io.azulejo.internal.runtime;

/**
 * Copies fixed-size cells between two byte arrays with constant strides. The loops are deliberately
 * duplicated per cell size, so that the JIT compiles each one for a constant size.
 */
public final class StridedCopy {

  private StridedCopy() {}

  /**
   * Copies cells between two arrays.
   *
   * @param from index of the first byte to read in {@code source}
   * @param fromStep distance between consecutive cells in {@code source}, in cells
   * @param to index of the first byte to write in {@code target}
   * @param toStep distance between consecutive cells in {@code target}, in cells
   * @param count number of cells
   * @param size size of a cell in bytes
   */
  public static void cells(
      byte[] source,
      int from,
      int fromStep,
      byte[] target,
      int to,
      int toStep,
      int count,
      int size) {
    if (fromStep == 1 && toStep == 1) {
      System.arraycopy(source, from, target, to, count * size);
      return;
    }
    int fromStride = fromStep * size;
    int toStride = toStep * size;
    switch (size) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          target[to + i * toStride] = source[from + i * fromStride];
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          LittleEndian.putShort(
              target, to + i * toStride, LittleEndian.getShort(source, from + i * fromStride));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          LittleEndian.putInt(
              target, to + i * toStride, LittleEndian.getInt(source, from + i * fromStride));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          LittleEndian.putLong(
              target, to + i * toStride, LittleEndian.getLong(source, from + i * fromStride));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          System.arraycopy(source, from + i * fromStride, target, to + i * toStride, size);
        }
      }
    }
  }
}
