package io.azulejo.internal.snapshot.fragment;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The smallest and the largest keys of zones of tiles in a dimension of numbers, as far as reads
 * have decoded them: a zone is as many cells as a chunk of the usual size has, so that later reads
 * of the same open array need not decode chunks that have no cell for them. No file has this. A
 * tile's zones take 16 bytes for each 64 KiB of coordinates. Safe for use by many threads.
 */
public final class KeyZones {
  private static final int ZONE_BYTES = 1 << 16;

  private final int cells;
  private final AtomicReferenceArray<long @Nullable []> bounds;

  KeyZones(int tiles, int coordinateSize) {
    this.cells = ZONE_BYTES / coordinateSize;
    this.bounds = new AtomicReferenceArray<>(tiles);
  }

  /** The cells of a zone; the last one of a tile may have fewer. */
  public int cells() {
    return cells;
  }

  /** The smallest and the largest key of each zone of a tile in turn; null if not known. */
  public long @Nullable [] bounds(int tile) {
    return bounds.get(tile);
  }

  /**
   * Takes in the keys of all cells of a tile. Tiles of one zone are left to the R-tree, which knows
   * them.
   */
  public void learn(int tile, long[] keys) {
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
