package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.runtime.Slice;

/** The coordinates of the first and of the last cell of each tile of a sparse fragment. */
public final class TileEdges {
  private final TileValues[] firsts;
  private final TileValues[] lasts;

  TileEdges(TileValues[] firsts, TileValues[] lasts) {
    this.firsts = firsts;
    this.lasts = lasts;
  }

  /** The coordinate of the first cell of a tile, as cells hold it. */
  public Slice first(int dimension, int tile) {
    return firsts[dimension].text(tile);
  }

  /** The coordinate of the last cell of a tile, as cells hold it. */
  public Slice last(int dimension, int tile) {
    return lasts[dimension].text(tile);
  }
}
