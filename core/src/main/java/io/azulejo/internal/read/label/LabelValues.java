package io.azulejo.internal.read.label;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Column;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** Collects the labels of given coordinates while the label array is read. */
final class LabelValues {
  private final OutputField field;
  private final long[] wanted;
  private final long maxBytes;
  private final int[] offsets;
  private byte[] data;
  private int size;
  private int count;

  /**
   * Creates an empty collection.
   *
   * @param wanted the coordinates as keys, in ascending order without duplicates
   * @param maxBytes the maximum size of all variable-size labels in bytes; the label of a single
   *     coordinate may exceed it
   */
  LabelValues(OutputField field, long[] wanted, long maxBytes) {
    this.field = field;
    this.wanted = wanted;
    this.maxBytes = Math.min(maxBytes, Integer.MAX_VALUE - 8);
    this.offsets = field.isVar() ? new int[wanted.length + 1] : null;
    this.data = new byte[field.isVar() ? 0 : Math.multiplyExact(wanted.length, field.cellSize())];
  }

  /**
   * Adds the labels of the wanted coordinates.
   *
   * @param keys the coordinates of the labels, in ascending order and greater than all earlier ones
   * @return false if the labels exceed the size limit
   */
  boolean add(long[] keys, Column labels) {
    ByteBuffer values = labels.data();
    for (int row = 0; row < keys.length && count < wanted.length; row++) {
      if (!fillUntil(keys[row])) {
        return false;
      }
      if (count < wanted.length && wanted[count] == keys[row]) {
        int length = labels.end(row) - labels.start(row);
        if (!makeRoom(length)) {
          return false;
        }
        values.get(labels.start(row), data, size, length);
        append(length);
      }
    }
    return true;
  }

  /** Returns the labels in the order of the coordinates, or empty if they exceed the size limit. */
  Optional<CellColumn> finish() {
    if (!fillUntil(Long.MAX_VALUE) || (count < wanted.length && !fill())) {
      return Optional.empty();
    }
    return Optional.of(new CellColumn(data, 0, offsets, null));
  }

  /** Adds fill values for wanted coordinates before a key, because they do not have a label. */
  private boolean fillUntil(long key) {
    while (count < wanted.length && wanted[count] < key) {
      if (!fill()) {
        return false;
      }
    }
    return true;
  }

  private boolean fill() {
    byte[] fill = field.fill();
    if (!makeRoom(fill.length)) {
      return false;
    }
    System.arraycopy(fill, 0, data, size, fill.length);
    append(fill.length);
    return true;
  }

  private boolean makeRoom(int length) {
    if (offsets == null) {
      return true;
    }
    long needed = (long) size + length;
    if (needed > maxBytes && wanted.length > 1) {
      return false;
    }
    if (needed > data.length) {
      long more = Math.min(Math.max(needed, 2L * data.length), Math.max(needed, maxBytes));
      data = Arrays.copyOf(data, Math.toIntExact(more));
    }
    return true;
  }

  private void append(int length) {
    size += length;
    count++;
    if (offsets != null) {
      offsets[count] = size;
    }
  }
}
