package io.azulejo.internal.snapshot.fragment;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The key bounds of zones of tiles in a numeric dimension, learned from decoded tiles. A zone has
 * as many cells as a chunk of the usual size. Later reads of the same open array use the bounds to
 * skip chunks that do not contain matching cells.
 *
 * <p>The bounds are not stored in any file. They take 16 bytes of memory for each 64 KiB of
 * coordinates. Thread-safe.
 */
public final class KeyZones {
  private static final int ZONE_BYTES = 1 << 16;

  private final int cells;
  private final AtomicReferenceArray<long @Nullable []> bounds;

  KeyZones(int tiles, int coordinateSize) {
    this.cells = ZONE_BYTES / coordinateSize;
    this.bounds = new AtomicReferenceArray<>(tiles);
  }

  /** Returns the number of cells in a zone. The last zone of a tile may have fewer. */
  public int cells() {
    return cells;
  }

  /**
   * Returns the key bounds of a tile's zones as {@code min0, max0, min1, max1, ...}, or null if
   * they are not known. The array must not be modified.
   */
  public long @Nullable [] bounds(int tile) {
    return bounds.get(tile);
  }

  /**
   * Records the key bounds of a tile's zones. Ignores a tile with a single zone, because the R-tree
   * contains its bounds.
   *
   * @param keys the keys of all cells of the tile
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

  /**
   * Records the key bounds of a tile's zones, like {@link #addTile}.
   *
   * @param learned minimum and maximum of each zone; must not be modified afterwards
   */
  public void add(int tile, long[] learned) {
    if (learned.length > 2 && bounds.get(tile) == null) {
      bounds.set(tile, learned);
    }
  }
}
