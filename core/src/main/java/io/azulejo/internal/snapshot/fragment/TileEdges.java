package io.azulejo.internal.snapshot.fragment;

import io.azulejo.internal.runtime.Slice;

/** The coordinates of the first and the last cell of each tile of a sparse fragment. */
public final class TileEdges {
  private final TileValues[] firsts;
  private final TileValues[] lasts;

  TileEdges(TileValues[] firsts, TileValues[] lasts) {
    this.firsts = firsts;
    this.lasts = lasts;
  }

  /** Returns a coordinate of the first cell of a tile, in its stored form. */
  public Slice first(int dimension, int tile) {
    return firsts[dimension].text(tile);
  }

  /** Returns a coordinate of the last cell of a tile, in its stored form. */
  public Slice last(int dimension, int tile) {
    return lasts[dimension].text(tile);
  }
}
