package io.azulejo.internal.read.tile;

import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
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

  /**
   * Adds the given tiles where statistics are sufficient.
   *
   * @param tiles the indexes of tiles by fragment. Those that were not added are removed.
   */
  default void takeTiles(Map<Fragment, BitSet> tiles, ReadScope scope) {
    List<Fragment> complete =
        tiles.keySet().stream().filter(f -> tiles.get(f).cardinality() == f.tiles()).toList();
    Set<Fragment> taken = takeFragments(complete, scope);
    List<Fragment> others = tiles.keySet().stream().filter(f -> !taken.contains(f)).toList();
    load(others, scope);
    for (Fragment fragment : others) {
      BitSet some = tiles.get(fragment);
      for (int tile = some.nextSetBit(0); tile >= 0; tile = some.nextSetBit(tile + 1)) {
        some.set(tile, take(fragment, tile, fragment.writtenCells(tile)));
      }
    }
  }
}
