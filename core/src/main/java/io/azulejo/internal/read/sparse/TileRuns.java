package io.azulejo.internal.read.sparse;

import java.util.ArrayList;
import java.util.List;

/** Cuts an unordered read into runs of tiles that fit in memory. */
final class TileRuns implements Slabs {
  private final List<SparseTile> tiles;
  private int position;

  TileRuns(List<SparseTile> tiles) {
    this.tiles = tiles;
  }

  @Override
  public boolean hasNext() {
    return position < tiles.size();
  }

  @Override
  public Slab next(long limit) {
    List<SparseTile> run = new ArrayList<>();
    long bytes = 0;
    do {
      SparseTile tile = tiles.get(position++);
      run.add(tile);
      bytes += tile.bytes();
    } while (hasNext() && bytes + tiles.get(position).bytes() <= limit);
    return BoxSlab.whole(run);
  }

  @Override
  public boolean cutsAnywhere() {
    return false;
  }

  @Override
  public boolean cut(Slab slab, List<SparseTile> cells) {
    return false;
  }
}
