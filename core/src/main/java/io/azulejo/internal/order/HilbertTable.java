package io.azulejo.internal.order;

import java.util.Arrays;

/**
 * An implementation of Skilling's transform for up to three dimensions, as a state machine that
 * processes several bits of all axes at a time. For each bit, the transform only swaps the lower
 * bits of two axes or inverts them. A state holds the swaps and inversions so far, and whether the
 * bits of the position are inverted.
 */
final class HilbertTable {
  /** The maximum number of dimensions. More dimensions would need too many states. */
  static final int MAX_DIMENSIONS = 3;

  private static final int[][][] ORDERS = {
    {{0}}, {{0, 1}, {1, 0}}, {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
  };

  private final int dimensions;
  private final int bits;
  private final int[] single;
  private final int[] several;

  /**
   * Builds the tables.
   *
   * @param dimensions the number of dimensions, 1 to 3
   */
  HilbertTable(int dimensions) {
    this.dimensions = dimensions;
    this.bits = dimensions == 3 ? 2 : 4;
    int states = ORDERS[dimensions - 1].length << dimensions + 1;
    single = new int[states << dimensions];
    for (int state = 0; state < states; state++) {
      for (int input = 0; input < 1 << dimensions; input++) {
        single[state << dimensions | input] = step(state, input);
      }
    }
    int width = dimensions * bits;
    several = new int[states << width];
    for (int state = 0; state < states; state++) {
      for (int input = 0; input < 1 << width; input++) {
        several[state << width | input] = steps(state, input);
      }
    }
  }

  /**
   * Processes one bit of each axis. Returns the next state in the high bits, and the bits of the
   * position in the lowest {@link #dimensions} bits.
   *
   * @param input one bit of each axis; the first axis has the highest bit
   */
  private int step(int state, int input) {
    int parity = state & 1;
    int inverted = state >>> 1 & (1 << dimensions) - 1;
    int[] order = ORDERS[dimensions - 1][state >>> dimensions + 1].clone();
    int[] bit = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      bit[i] = (input >>> dimensions - 1 - order[i] ^ inverted >>> i) & 1;
    }
    int output = 0;
    int gray = 0;
    for (int i = 0; i < dimensions; i++) {
      gray ^= bit[i];
      output = output << 1 | gray ^ parity;
      if (bit[i] == 1) {
        inverted ^= 1;
      } else {
        int axis = order[0];
        order[0] = order[i];
        order[i] = axis;
        int difference = (inverted ^ inverted >>> i) & 1;
        inverted ^= difference;
        inverted ^= difference << i;
      }
    }
    int next = (indexOf(order) << dimensions | inverted) << 1 | parity ^ gray;
    return next << dimensions | output;
  }

  private int indexOf(int[] order) {
    int index = 0;
    while (!Arrays.equals(ORDERS[dimensions - 1][index], order)) {
      index++;
    }
    return index;
  }

  private int steps(int first, int input) {
    int state = first;
    int output = 0;
    for (int b = bits - 1; b >= 0; b--) {
      int slice = 0;
      for (int d = 0; d < dimensions; d++) {
        slice = slice << 1 | input >>> (dimensions - 1 - d) * bits + b & 1;
      }
      int stepped = single[state << dimensions | slice];
      state = stepped >>> dimensions;
      output = output << dimensions | stepped & (1 << dimensions) - 1;
    }
    return state << dimensions * bits | output;
  }

  /**
   * Computes the positions of cells in two or three dimensions.
   *
   * @param axes the scaled coordinates of each dimension
   * @param length the number of bits of each coordinate
   * @param count the number of cells
   * @param places receives the positions
   * @param at the index of the first position in {@code places}
   */
  void places(long[][] axes, int length, int count, long[] places, int at) {
    if (dimensions == 2) {
      places2(axes[0], axes[1], length, count, places, at);
    } else {
      places3(axes[0], axes[1], axes[2], length, count, places, at);
    }
  }

  private void places2(long[] x, long[] y, int length, int count, long[] places, int at) {
    for (int i = 0; i < count; i++) {
      int left = length;
      int state = 0;
      long place = 0;
      while (left % 4 != 0) {
        left--;
        int input = (int) (x[i] >>> left & 1) << 1 | (int) (y[i] >>> left & 1);
        int stepped = single[state << 2 | input];
        state = stepped >>> 2;
        place = place << 2 | stepped & 3;
      }
      while (left > 0) {
        left -= 4;
        int input = (int) (x[i] >>> left & 15) << 4 | (int) (y[i] >>> left & 15);
        int stepped = several[state << 8 | input];
        state = stepped >>> 8;
        place = place << 8 | stepped & 255;
      }
      places[at + i] = place;
    }
  }

  private void places3(long[] x, long[] y, long[] z, int length, int count, long[] places, int at) {
    for (int i = 0; i < count; i++) {
      int left = length;
      int state = 0;
      long place = 0;
      while (left % 2 != 0) {
        left--;
        int input =
            (int) (x[i] >>> left & 1) << 2
                | (int) (y[i] >>> left & 1) << 1
                | (int) (z[i] >>> left & 1);
        int stepped = single[state << 3 | input];
        state = stepped >>> 3;
        place = place << 3 | stepped & 7;
      }
      while (left > 0) {
        left -= 2;
        int input =
            (int) (x[i] >>> left & 3) << 4
                | (int) (y[i] >>> left & 3) << 2
                | (int) (z[i] >>> left & 3);
        int stepped = several[state << 6 | input];
        state = stepped >>> 6;
        place = place << 6 | stepped & 63;
      }
      places[at + i] = place;
    }
  }
}
