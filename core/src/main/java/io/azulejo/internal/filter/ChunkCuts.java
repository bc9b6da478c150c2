package io.azulejo.internal.filter;

import io.azulejo.schema.Filter;
import java.util.Arrays;

/** Where a tile is cut into chunks, as the reference engine does it. */
final class ChunkCuts {
  /** The size of chunks; the value in a pipeline is stored without a meaning, except 0. */
  private static final int CHUNK = 65536;

  private ChunkCuts() {}

  /** Where each chunk of a tile of fixed-size cells ends. */
  static int[] ofFixed(int length, TileSpec spec) {
    if (length == 0) {
      return new int[0];
    }
    if (isOneChunk(spec)) {
      return new int[] {length};
    }
    int size = chunkSize(length, spec.cellSize());
    int[] ends = new int[(length - 1) / size + 1];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = (int) Math.min(length, (i + 1L) * size);
    }
    return ends;
  }

  /**
   * Where each chunk of cells of variable size ends: not within a cell.
   *
   * @param offsets where each cell begins, and after them where the last one ends
   * @param withEmpty whether there may be a chunk without bytes, as there is one at the end when
   *     the chunk before it was closed by the last cell
   */
  static int[] ofVar(int length, int[] offsets, int cells, TileSpec spec, boolean withEmpty) {
    if (length == 0 && !withEmpty) {
      return new int[0];
    }
    int size = chunkSize(length, spec.cellSize());
    if (isOneChunk(spec) || length == size) {
      return new int[] {length};
    }
    int[] ends = new int[8];
    int count = 0;
    int start = 0;
    for (int i = 0; i < cells; i++) {
      long current = offsets[i] - start;
      long withCell = offsets[i + 1] - start;
      if (withCell > size) {
        boolean takesCell = current <= size / 2 || withCell <= size + size / 2;
        if (count + 1 >= ends.length) {
          ends = Arrays.copyOf(ends, 2 * ends.length);
        }
        start = takesCell ? offsets[i + 1] : offsets[i];
        ends[count++] = start;
      }
    }
    if (start < length || withEmpty) {
      ends[count++] = length;
    }
    return Arrays.copyOf(ends, count);
  }

  /** The size of all chunks but the last: of whole cells, and of at least one. */
  private static int chunkSize(int length, int cellSize) {
    int size = Math.min(CHUNK, length);
    return cellSize > size ? cellSize : size - size % cellSize;
  }

  /** The size of all chunks but the last of a tile of fixed-size cells. */
  static int chunkSize(long length, TileSpec spec) {
    int max = (int) Math.min(length, Integer.MAX_VALUE);
    return isOneChunk(spec) ? Math.max(1, max) : chunkSize(max, spec.cellSize());
  }

  private static boolean isOneChunk(TileSpec spec) {
    return spec.pipeline().maxChunkSize() == 0
        || spec.offsetsInData()
        || spec.pipeline().has(Filter.Type.WEBP);
  }
}
