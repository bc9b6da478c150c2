package io.azulejo.internal.filter;

import io.azulejo.schema.Filter;
import java.util.Arrays;

/** Cuts tiles into chunks as the reference engine does. */
final class ChunkBoundaries {
  /** The chunk size in bytes; the value in a pipeline is ignored, except 0. */
  private static final int CHUNK = 65536;

  private ChunkBoundaries() {}

  /** Returns the end of each chunk in a tile of fixed-size cells. */
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
   * Returns the end of each chunk in a tile of variable-size cells, without splitting cells.
   *
   * @param offsets start of each cell, then the end of the last one
   * @param withEmpty whether empty chunks are allowed; one is added at the end if the last cell
   *     closed the chunk before it
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

  /** Returns the size of all chunks but the last: whole cells, at least one. */
  private static int chunkSize(int length, int cellSize) {
    int size = Math.min(CHUNK, length);
    return cellSize > size ? cellSize : size - size % cellSize;
  }

  /** Returns the size of all chunks but the last in a tile of fixed-size cells. */
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
