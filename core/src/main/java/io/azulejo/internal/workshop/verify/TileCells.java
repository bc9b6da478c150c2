package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.schema.Dimension;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** The coordinates of a tile's cells, and their timestamps if the fragment stores them. */
final class TileCells extends Cells {
  /** Key of -0.0, which sorts like 0.0. */
  private static final long NEGATIVE_ZERO = -1;

  final int tile;
  final long[] times;

  /**
   * Creates the cells from the decoded columns of a tile.
   *
   * @param columns the coordinate columns, followed by the timestamps if the fragment stores them
   */
  TileCells(int tile, int count, List<Dimension> dimensions, CellColumn[] columns) {
    this.tile = tile;
    int size = dimensions.size();
    coordinates = Arrays.copyOf(columns, size);
    keys = new long[size][];
    selected = count;
    for (int d = 0; d < size; d++) {
      Dimension dimension = dimensions.get(d);
      if (!dimension.isVar()) {
        keys[d] = new long[count];
        CellColumn column = columns[d];
        CoordinateKeys.decode(dimension.type(), column.data(), column.start(), count, keys[d]);
        if (dimension.type().isFloatingPoint()) {
          normalizeZeros(keys[d]);
        }
      }
    }
    times = columns.length > size ? longs(columns[size], count) : null;
  }

  private static void normalizeZeros(long[] keys) {
    for (int i = 0; i < keys.length; i++) {
      keys[i] = keys[i] == NEGATIVE_ZERO ? 0 : keys[i];
    }
  }

  /** Returns the values of a column of 64-bit integers. */
  static long[] longs(CellColumn column, int count) {
    long[] values = new long[count];
    ByteBuffer.wrap(column.data())
        .order(ByteOrder.LITTLE_ENDIAN)
        .position(column.start())
        .asLongBuffer()
        .get(values);
    return values;
  }
}
