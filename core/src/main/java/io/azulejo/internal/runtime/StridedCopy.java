package io.azulejo.internal.runtime;

/**
 * Copies cells that lie one after another to places a step apart. The loops are twins on purpose:
 * each is compiled for its width.
 */
public final class StridedCopy {

  private StridedCopy() {}

  /**
   * Copies cells of fixed size.
   *
   * @param from where the first one begins in source, in bytes
   * @param cell which cell of target it becomes
   * @param step from one cell to the next in target
   * @param count how many there are
   * @param size the bytes of a cell
   */
  public static void cells(
      byte[] source, int from, byte[] target, int cell, int step, int count, int size) {
    int to = cell * size;
    if (step == 1) {
      System.arraycopy(source, from, target, to, count * size);
      return;
    }
    int stride = step * size;
    switch (size) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          target[to + i * stride] = source[from + i];
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          LittleEndian.putShort(
              target, to + i * stride, LittleEndian.getShort(source, from + 2 * i));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          LittleEndian.putInt(target, to + i * stride, LittleEndian.getInt(source, from + 4 * i));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          LittleEndian.putLong(target, to + i * stride, LittleEndian.getLong(source, from + 8 * i));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          System.arraycopy(source, from + i * size, target, to + i * stride, size);
        }
      }
    }
  }
}
