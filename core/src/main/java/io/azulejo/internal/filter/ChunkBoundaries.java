package io.azulejo.internal.filter;

import io.azulejo.schema.Filter;
import java.util.Arrays;

/** Splits tiles into chunks at the same positions as the reference engine. */
final class ChunkBoundaries {
  /**
   * The usual chunk size in bytes. The maximum chunk size of a pipeline is ignored, unless it is 0,
   * which means one chunk per tile.
   */
  private static final int CHUNK = 65536;

  private ChunkBoundaries() {}

  /**
   * Returns the end of each chunk in a tile of fixed-size cells, in bytes.
   *
   * @param length the size of the tile in bytes
   */
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
   * Returns the end of each chunk in a tile of variable-size cells, in bytes. Chunks do not split
   * cells.
   *
   * @param length the size of the tile in bytes
   * @param offsets the start of each cell, then the end of the last one
   * @param cells the number of cells
   * @param withEmpty whether empty chunks are allowed; if so, an empty chunk is added at the end
   *     when the last cell fills the chunk before it
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

  /** Returns the size of all chunks but the last, which is a multiple of the cell size. */
  private static int chunkSize(int length, int cellSize) {
    int size = Math.min(CHUNK, length);
    return cellSize > size ? cellSize : size - size % cellSize;
  }

  /**
   * Returns the size of all chunks but the last in a tile of fixed-size cells, in bytes. It is at
   * least 1.
   */
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
