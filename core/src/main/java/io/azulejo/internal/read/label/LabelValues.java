package io.azulejo.internal.read.label;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.Column;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** The labels of some coordinates, collected as they come from the label's array. */
final class LabelValues {
  private final OutputField field;
  private final long[] wanted;
  private final long maxBytes;
  private final int[] offsets;
  private byte[] data;
  private int size;
  private int count;

  /**
   * Nothing yet.
   *
   * @param wanted the coordinates as keys, ascending and each once
   * @param maxBytes how many bytes all labels may take; a single one may always take what it does
   */
  LabelValues(OutputField field, long[] wanted, long maxBytes) {
    this.field = field;
    this.wanted = wanted;
    this.maxBytes = Math.min(maxBytes, Integer.MAX_VALUE - 8);
    this.offsets = field.isVar() ? new int[wanted.length + 1] : null;
    this.data = new byte[field.isVar() ? 0 : Math.multiplyExact(wanted.length, field.cellSize())];
  }

  /**
   * Takes those of some labels that are wanted.
   *
   * @param keys the coordinates of the labels, ascending and beyond all that came before
   * @return whether all fits
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

  /** The labels in the order of the coordinates; empty when they are too large. */
  Optional<CellColumn> finish() {
    while (count < wanted.length) {
      if (!fill()) {
        return Optional.empty();
      }
    }
    return Optional.of(new CellColumn(data, 0, offsets, null));
  }

  /** Coordinates before this one have no label. */
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
