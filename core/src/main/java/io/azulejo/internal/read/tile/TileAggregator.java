package io.azulejo.internal.read.tile;

import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.List;
import java.util.Set;

/**
 * Adds whole tiles to a result by their statistics, so that they need not be read. The caller must
 * ensure that the result contains each cell of these tiles exactly once.
 */
public interface TileAggregator {
  /**
   * Adds all tiles of the fragments whose fragment-level statistics are sufficient. This avoids
   * loading the statistics of their tiles.
   *
   * @return the fragments that were added
   */
  Set<Fragment> takeFragments(List<Fragment> fragments, ReadScope scope);

  /** Loads the tile statistics of some fragments, several at a time. */
  void load(List<Fragment> fragments, ReadScope scope);

  /**
   * Adds a tile if its statistics are sufficient.
   *
   * @param fragment a fragment whose statistics were loaded
   * @param tile the index of the tile in the fragment
   * @param cells the number of cells in the tile
   * @return whether the tile was added
   */
  boolean take(Fragment fragment, int tile, long cells);
}
