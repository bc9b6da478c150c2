package io.azulejo.internal.read;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Cuts a read in any order into runs of tiles that fit in memory. */
final class TileRuns implements Iterator<Slab> {
  private final List<SparseTile> tiles;
  private final int dimensions;
  private final long limit;
  private int position;

  TileRuns(List<SparseTile> tiles, int dimensions, long limit) {
    this.tiles = tiles;
    this.dimensions = dimensions;
    this.limit = limit;
  }

  @Override
  public boolean hasNext() {
    return position < tiles.size();
  }

  @Override
  public Slab next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    List<SparseTile> run = new ArrayList<>();
    long bytes = 0;
    do {
      SparseTile tile = tiles.get(position++);
      run.add(tile);
      bytes += tile.bytes;
    } while (hasNext() && bytes + tiles.get(position).bytes <= limit);
    return BoxSlab.whole(run, dimensions);
  }
}
