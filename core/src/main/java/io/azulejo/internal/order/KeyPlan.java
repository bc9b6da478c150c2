package io.azulejo.internal.order;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A plan for packing the coordinates of a cell into a 64-bit key. Sorting by unsigned keys then
 * sorts the cells. The values that matter first in the order take the highest bits. Bits that do
 * not fit are cut off; in this case, cells with equal keys may have different coordinates.
 */
public final class KeyPlan {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final List<Step> steps = new ArrayList<>();
  private int left = Long.SIZE;
  private boolean exact = true;

  KeyPlan() {}

  /** Appends the bits of one value to each key. */
  private interface Step {
    void pack(Cells cells, int from, int count, long[] keys, int at);
  }

  /** Returns whether cells with equal keys always have equal coordinates. */
  public boolean exact() {
    return exact;
  }

  /**
   * Computes the keys of selected cells.
   *
   * @param from the index of the first selected cell
   * @param count the number of cells
   * @param keys receives the keys; the elements to fill must be 0
   * @param at the index of the first key in {@code keys}
   */
  public void pack(Cells cells, int from, int count, long[] keys, int at) {
    for (Step step : steps) {
      step.pack(cells, from, count, keys, at);
    }
  }

  /**
   * Returns whether the plan is complete, because equal keys may already stand for different
   * coordinates. Further values must not be added then.
   */
  boolean isFull() {
    return !exact;
  }

  /**
   * Adds the position on a Hilbert curve. Keys are then not exact, because several cells can have
   * the same position.
   */
  void addPlace(HilbertCurve curve) {
    exact = false;
    steps.add(curve::places);
  }

  /**
   * Adds the tile index along a dimension, relative to the tile of the smallest coordinate.
   *
   * @param lowKey the smallest coordinate key of all cells
   * @param highKey the largest coordinate key of all cells
   */
  void addTile(TileIndex tiles, int dimension, long lowKey, long highKey) {
    long low = tiles.of(lowKey);
    int width = width(tiles.of(highKey) - low);
    int cut = take(width);
    int bits = width - cut;
    if (bits > 0) {
      steps.add(
          (cells, from, count, keys, at) -> {
            long[] coordinates = cells.keys[dimension];
            for (int i = 0; i < count; i++) {
              long index = tiles.of(coordinates[cells.row(from + i)]) - low;
              keys[at + i] = shifted(keys[at + i], bits) | index >>> cut;
            }
          });
    }
  }

  /**
   * Adds a numeric coordinate, relative to the smallest one.
   *
   * @param low the smallest coordinate key of all cells
   * @param high the largest coordinate key of all cells
   */
  void addNumber(int dimension, long low, long high) {
    int width = width(high - low);
    int cut = take(width);
    int bits = width - cut;
    if (bits > 0) {
      steps.add(
          (cells, from, count, keys, at) -> {
            long[] coordinates = cells.keys[dimension];
            for (int i = 0; i < count; i++) {
              long distance = coordinates[cells.row(from + i)] - low;
              keys[at + i] = shifted(keys[at + i], bits) | distance >>> cut;
            }
          });
    }
  }

  /**
   * Adds the rank of a string coordinate.
   *
   * @param ranks the rank of each cell's string, at the same index as its key
   * @param distinct the number of distinct ranks
   */
  void addRank(int[] ranks, int distinct) {
    int width = width(Math.max(0, distinct - 1));
    int cut = take(width);
    int bits = width - cut;
    if (bits > 0) {
      steps.add(
          (cells, from, count, keys, at) -> {
            for (int i = 0; i < count; i++) {
              keys[at + i] = shifted(keys[at + i], bits) | ranks[at + i] >>> cut;
            }
          });
    }
  }

  /**
   * Adds as many bytes of a string coordinate as fit, after the common prefix of all strings.
   *
   * @param skipped the length of the common prefix in bytes
   */
  void addText(int dimension, int skipped) {
    int bits = left;
    left = 0;
    exact = false;
    if (bits > 0) {
      steps.add(
          (cells, from, count, keys, at) -> {
            CellColumn texts = cells.coordinates[dimension];
            for (int i = 0; i < count; i++) {
              long word = word(texts, cells.row(from + i), skipped);
              keys[at + i] = shifted(keys[at + i], bits) | word >>> Long.SIZE - bits;
            }
          });
    }
  }

  /**
   * Reserves bits of the key, or all remaining bits if too few are left. Returns the number of bits
   * that do not fit.
   */
  private int take(int bits) {
    int cut = Math.max(0, bits - left);
    left -= bits - cut;
    exact &= cut == 0;
    return cut;
  }

  /**
   * Returns the next 8 bytes of a string after a prefix as a big-endian number. Missing bytes are
   * 0.
   */
  private static long word(CellColumn texts, int row, int skipped) {
    byte[] data = texts.data();
    int start = texts.offsets()[row] + skipped;
    int length = texts.offsets()[row + 1] - start;
    if (length <= 0) {
      return 0;
    }
    if (start + Long.BYTES <= data.length) {
      long word = (long) WORD.get(data, start);
      return length >= Long.BYTES ? word : word & -1L << Long.SIZE - Byte.SIZE * length;
    }
    long word = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      word = word << Byte.SIZE | (i < length ? data[start + i] & 0xff : 0);
    }
    return word;
  }

  private static int width(long span) {
    return Long.SIZE - Long.numberOfLeadingZeros(span);
  }

  private static long shifted(long key, int bits) {
    return bits == Long.SIZE ? 0 : key << bits;
  }
}
