package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.Cells;
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
    int from = position;
    position = TileLoad.endOfRun(tiles, from, SparseTile::bytes, limit);
    return BoxSlab.whole(tiles.subList(from, position));
  }

  @Override
  public List<Slab> cut(Slab slab, List<? extends Cells> cells) {
    return List.of();
  }
}
