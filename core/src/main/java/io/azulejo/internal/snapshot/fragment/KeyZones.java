package io.azulejo.internal.snapshot.fragment;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The smallest and largest keys of zones of tiles in a dimension of numbers, learned from decoded
 * tiles. A zone has as many cells as a chunk of the usual size. Later reads of the same open array
 * skip chunks without matching cells.
 *
 * <p>No file stores this. Zones take 16 bytes for each 64 KiB of coordinates. Thread-safe.
 */
public final class KeyZones {
  private static final int ZONE_BYTES = 1 << 16;

  private final int cells;
  private final AtomicReferenceArray<long @Nullable []> bounds;

  KeyZones(int tiles, int coordinateSize) {
    this.cells = ZONE_BYTES / coordinateSize;
    this.bounds = new AtomicReferenceArray<>(tiles);
  }

  /** Returns the number of cells in a zone; the last zone of a tile may have fewer. */
  public int cells() {
    return cells;
  }

  /** Returns the smallest and the largest key of each zone of a tile in turn; null if unknown. */
  public long @Nullable [] bounds(int tile) {
    return bounds.get(tile);
  }

  /**
   * Records the keys of all cells of a tile. A tile with a single zone is ignored, because the
   * R-tree has its bounds.
   */
  public void addTile(int tile, long[] keys) {
    if (keys.length <= cells || bounds.get(tile) != null) {
      return;
    }
    long[] learned = new long[2 * ((keys.length - 1) / cells + 1)];
    for (int zone = 0; 2 * zone < learned.length; zone++) {
      long low = Long.MAX_VALUE;
      long high = Long.MIN_VALUE;
      int end = Math.min(keys.length, (zone + 1) * cells);
      for (int i = zone * cells; i < end; i++) {
        low = Math.min(low, keys[i]);
        high = Math.max(high, keys[i]);
      }
      learned[2 * zone] = low;
      learned[2 * zone + 1] = high;
    }
    bounds.set(tile, learned);
  }
}
