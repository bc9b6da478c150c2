package io.azulejo.internal.read.sparse;

import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.RowCopy;
import io.azulejo.internal.read.request.RowSelection;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.snapshot.fragment.KeyZones;
import io.azulejo.schema.Datatype;
import java.util.Arrays;

/**
 * Selects cells of a tile by a numeric dimension, one chunk after another. Only the coordinates of
 * selected cells are kept, so the other cells of a chunk never leave the processor's cache.
 */
final class KeyScan {
  private static final int FIRST_CAPACITY = 1024;

  private final SparseSelection.Step step;
  private final Datatype type;

  /** The key bounds of each zone, minimum before maximum. */
  private final long[] bounds;

  private final int zoneCells;
  private int[] rows = new int[FIRST_CAPACITY];
  private long[] keys = new long[FIRST_CAPACITY];
  private byte[] data;
  private int count;

  /** Prepares the selection of a tile with a number of cells. */
  private KeyScan(SparseSelection.Step step, Datatype type, int cells, int zoneCells) {
    this.step = step;
    this.type = type;
    this.zoneCells = zoneCells;
    this.bounds = new long[2 * ((cells - 1) / zoneCells + 1)];
    for (int i = 0; i < bounds.length; i += 2) {
      bounds[i] = Long.MAX_VALUE;
      bounds[i + 1] = Long.MIN_VALUE;
    }
    this.data = new byte[FIRST_CAPACITY * type.size()];
  }

  /**
   * The selected cells.
   *
   * @param rows the cells in ascending order
   * @param keys the key of each selected cell
   * @param column the coordinate of each selected cell
   */
  record Selected(int[] rows, long[] keys, CellColumn column) {}

  /**
   * Selects the cells of a tile and records the key bounds of its zones.
   *
   * @param part the fetched coordinates
   * @return null if a coordinate extends over two chunks; the tile must then be decoded as a whole
   */
  static Selected select(
      SparseSelection.Step step,
      SparseTile tile,
      TilePart part,
      KeyZones zones,
      ScratchPool.TaskBuffers buffers) {
    FieldReader reader = tile.owner().coordinates().reader(step.dimension());
    Datatype type = tile.owner().type(step.dimension());
    int size = part.checkSize(reader.decodedBytes(tile.number(), tile.cells()));
    return part.located(
        () -> {
          Chunks chunks = part.chunks(reader.codec(), size);
          if (chunks.divide(type.size())) {
            return null;
          }
          KeyScan scan = new KeyScan(step, type, tile.cells(), zones.cells());
          for (int c = 0; c < chunks.count(); c++) {
            int bytes = (int) (chunks.start(c + 1) - chunks.start(c));
            byte[] chunk = buffers.buffer(bytes);
            reader.codec().decodeChunk(chunks, c, chunk, 0, buffers.scratch());
            scan.add(chunk, bytes / type.size(), (int) (chunks.start(c) / type.size()));
          }
          zones.add(tile.number(), scan.bounds);
          return scan.selected();
        });
  }

  /**
   * Selects the cells of a chunk.
   *
   * @param cells the number of cells in the chunk
   * @param first the index of its first cell in the tile
   */
  private void add(byte[] chunk, int cells, int first) {
    long[] chunkKeys = new long[cells];
    CoordinateKeys.decode(type, chunk, 0, cells, chunkKeys);
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    for (int from = 0; from < cells; ) {
      int zone = (first + from) / zoneCells;
      int to = Math.min(cells, (zone + 1) * zoneCells - first);
      long min = bounds[2 * zone];
      long max = bounds[2 * zone + 1];
      for (int i = from; i < to; i++) {
        min = Math.min(min, chunkKeys[i]);
        max = Math.max(max, chunkKeys[i]);
      }
      bounds[2 * zone] = min;
      bounds[2 * zone + 1] = max;
      low = Math.min(low, min);
      high = Math.max(high, max);
      from = to;
    }
    if (cells == 0 || !step.mayHold(low, high)) {
      return;
    }
    RowSelection selected = new RowSelection(cells);
    step.ranges().select(chunkKeys, selected);
    keep(chunk, chunkKeys, selected, first);
  }

  private void keep(byte[] chunk, long[] chunkKeys, RowSelection selected, int first) {
    int more = selected.count();
    if (count + more > rows.length) {
      int capacity = Math.max(count + more, 2 * rows.length);
      rows = Arrays.copyOf(rows, capacity);
      keys = Arrays.copyOf(keys, capacity);
      data = Arrays.copyOf(data, Math.multiplyExact(capacity, type.size()));
    }
    int[] some = selected.rows();
    for (int i = 0; i < more; i++) {
      int row = some == null ? i : some[i];
      rows[count + i] = first + row;
      keys[count + i] = chunkKeys[row];
    }
    int to = count * type.size();
    if (some == null) {
      System.arraycopy(chunk, 0, data, to, more * type.size());
    } else {
      RowCopy.rows(chunk, 0, some, 0, more, type.size(), data, to);
    }
    count += more;
  }

  private Selected selected() {
    return new Selected(
        Arrays.copyOf(rows, count),
        Arrays.copyOf(keys, count),
        CellColumn.fixed(Arrays.copyOf(data, count * type.size()), null));
  }
}
