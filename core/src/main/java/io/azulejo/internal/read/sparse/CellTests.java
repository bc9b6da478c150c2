package io.azulejo.internal.read.sparse;

import io.azulejo.internal.read.condition.FragmentCondition;
import io.azulejo.internal.read.condition.Masks;
import io.azulejo.internal.read.tile.ReadScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Tests selected cells against conditions and deletions, and loads the fields for that. */
final class CellTests {
  /** The deletion time of a cell that was not deleted. */
  private static final long NEVER = -1;

  private final SparseQuery query;
  private final ReadScope scope;

  CellTests(SparseQuery query, ReadScope scope) {
    this.query = query;
    this.scope = scope;
  }

  /** A tile and the mask of its rows that are still selected. */
  private record Tested(LoadedTile tile, byte[] mask) {}

  /** Returns a zeroed mask for each tile whose cells must be tested; null for other tiles. */
  static byte[][] masks(List<SelectedTile> tiles) {
    byte[][] masks = new byte[tiles.size()][];
    for (int t = 0; t < masks.length; t++) {
      masks[t] = tiles.get(t).tile().isTested() ? new byte[tiles.get(t).size()] : null;
    }
    return masks;
  }

  /**
   * Returns tiles with only those selected cells that are not deleted and meet the conditions.
   *
   * @param stepBytes size limit of the tiles to test in one step, in bytes
   */
  List<LoadedTile> narrow(List<SelectedTile> tiles, long stepBytes) {
    byte[][] masks = masks(tiles);
    for (int t = 0; t < masks.length; t++) {
      if (masks[t] != null) {
        mark(tiles.get(t), masks[t]);
      }
    }
    List<LoadedTile> tested = test(tiles, masks, stepBytes);
    for (int t = 0; t < masks.length; t++) {
      if (masks[t] != null) {
        tested.set(t, tested.get(t).select(masks[t]));
      }
    }
    return tested;
  }

  /** Sets the mask entries of the selected rows to 1. */
  private static void mark(SelectedTile tile, byte[] mask) {
    if (tile.rows == null) {
      Arrays.fill(mask, (byte) 1);
    } else {
      for (int row : tile.rows) {
        mask[row] = 1;
      }
    }
  }

  /**
   * Clears the mask entries of rows that are deleted or fail a condition. Tiles with a null mask
   * are not tested.
   *
   * @return a modifiable list of the tiles, with the columns of the result that were loaded for
   *     tests
   */
  List<LoadedTile> test(List<SelectedTile> selected, byte[][] masks, long stepBytes) {
    List<LoadedTile> tiles = new ArrayList<>(LoadedTile.of(selected));
    List<Integer> open = new ArrayList<>();
    for (int t = 0; t < masks.length; t++) {
      byte[] mask = masks[t];
      if (mask == null || Masks.isClear(mask, 0, mask.length)) {
        continue;
      }
      if (tiles.get(t).tile().allCellsFail()) {
        Masks.clear(mask, 0, mask.length);
      } else {
        open.add(t);
      }
    }
    for (List<Integer> step : TileLoad.runs(open, t -> tiles.get(t).tile().bytes(), stepBytes)) {
      List<LoadedTile> loaded =
          FieldLoad.tests(query, step.stream().map(tiles::get).toList(), scope);
      List<Tested> works = new ArrayList<>();
      for (int i = 0; i < loaded.size(); i++) {
        works.add(new Tested(loaded.get(i), masks[step.get(i)]));
      }
      List<LoadedTile> done = scope.merge(works, this::test);
      for (int i = 0; i < done.size(); i++) {
        tiles.set(step.get(i), done.get(i));
      }
    }
    return tiles;
  }

  private LoadedTile test(Tested tested) {
    LoadedTile tile = tested.tile;
    byte[] mask = tested.mask;
    for (FragmentCondition condition : tile.tile().conditions()) {
      tile.narrow(condition, mask);
    }
    long[] deletions = tile.deletions();
    for (int row = 0; deletions != null && row < mask.length; row++) {
      long time = deletions[row];
      if (time != NEVER && Long.compareUnsigned(time, query.times().end()) <= 0) {
        mask[row] = 0;
      }
    }
    return tile.tested(query.outputs());
  }
}
