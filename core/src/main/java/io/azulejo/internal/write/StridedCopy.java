package io.azulejo.internal.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Copies cells that lie one after another to places a step apart. */
final class StridedCopy {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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
  static void cells(
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
          SHORT.set(target, to + i * stride, (short) SHORT.get(source, from + 2 * i));
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          INT.set(target, to + i * stride, (int) INT.get(source, from + 4 * i));
        }
      }
      case 8 -> {
        for (int i = 0; i < count; i++) {
          LONG.set(target, to + i * stride, (long) LONG.get(source, from + 8 * i));
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
