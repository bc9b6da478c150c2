package io.azulejo.internal.read.tile;

import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.List;
import java.util.Set;

/**
 * Takes whole tiles into an answer by their statistics, so that they are not read. The caller sees
 * to it that all cells of such a tile are in the answer, each once.
 */
public interface TileAggregator {
  /**
   * Adds all tiles of those fragments whose own statistics have all that is wanted: one small table
   * then does for the tables of all tiles.
   *
   * @return the fragments that were taken in
   */
  Set<Fragment> takeFragments(List<Fragment> fragments, ReadScope scope);

  /** Loads the statistics of the tiles of some fragments, of many fragments at a time. */
  void load(List<Fragment> fragments, ReadScope scope);

  /**
   * Adds one tile, if its statistics have all that is wanted.
   *
   * @param fragment one of those that were loaded
   * @param cells the number of cells of the tile
   * @return whether it was taken in
   */
  boolean take(Fragment fragment, int tile, long cells);
}
