package io.azulejo.internal.order;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * How coordinates are packed into keys of 64 bits: what decides first takes the upper bits. What
 * does not fit any more is cut off, and then cells of one key may still differ.
 */
public final class KeyPlan {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final List<Step> steps = new ArrayList<>();
  private int left = Long.SIZE;
  private boolean exact = true;

  KeyPlan() {}

  /** Puts some bits below those that a key has so far. */
  private interface Step {
    void pack(Cells cells, int from, int count, long[] keys, int at);
  }

  /** Whether cells with equal keys have equal coordinates. */
  public boolean exact() {
    return exact;
  }

  /**
   * Computes the keys of some of the selected cells.
   *
   * @param from the first of them
   * @param count how many they are
   * @param keys where they go; zeros where they do
   * @param at the place of the first one
   */
  public void pack(Cells cells, int from, int count, long[] keys, int at) {
    for (Step step : steps) {
      step.pack(cells, from, count, keys, at);
    }
  }

  /** Whether nothing more can be added. */
  boolean isFull() {
    return !exact;
  }

  /** The place on the curve, which is no coordinate, so that places may be equal. */
  void addPlace(HilbertCurve curve) {
    exact = false;
    steps.add(curve::places);
  }

  /** The index of the tile along a dimension, from that of the smallest coordinate on. */
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

  /** A coordinate that is a number, from the smallest one on. */
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
   * The rank of a string.
   *
   * @param ranks that of each cell, at the place where its key goes
   * @param distinct the number of ranks
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

  /** The bytes of a string behind those that all strings begin with, as far as they fit. */
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

  /** Takes so many bits, or what is left; returns how many are cut off. */
  private int take(int bits) {
    int cut = Math.max(0, bits - left);
    left -= bits - cut;
    exact &= cut == 0;
    return cut;
  }

  /** Eight bytes of a string as a number, zeros behind its end. */
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
