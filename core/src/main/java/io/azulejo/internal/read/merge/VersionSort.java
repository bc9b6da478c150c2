package io.azulejo.internal.read.merge;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.KeyPlan;
import io.azulejo.internal.read.sparse.CellOrder;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.read.tile.ReadScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Sorts cells like {@link CellOrder#versions}, but in pieces that several threads sort at the same
 * time. The cells of each tile are already in order, so a piece consists of one stretch per tile,
 * found by binary search. Pieces are small enough for the processor's cache.
 */
final class VersionSort {
  /** Approximate maximum number of cells in a piece. */
  private static final int MAX_PIECE = 1 << 15;

  private static final int MIN_PIECE = 1 << 7;

  /** Minimum number of pieces to cut the cells into, so that several threads have work. */
  private static final int PIECES = 8;

  /** Number of samples per piece that are used to choose where pieces begin. */
  private static final int SAMPLES = 16;

  private final List<SparseTile> tiles;
  private final CellKeys order;
  private final boolean exact;
  private final List<long[]> keys;
  private final int count;
  private final int pieceCells;

  private VersionSort(
      List<SparseTile> tiles, CellKeys order, boolean exact, List<long[]> keys, int count) {
    this.tiles = tiles;
    this.order = order;
    this.exact = exact;
    this.keys = keys;
    this.count = count;
    this.pieceCells = pieceCells(count);
  }

  /**
   * Sorts the selected cells of tiles.
   *
   * @param tiles the tiles to sort, those from newer fragments first
   * @param repeats receives a bit for each cell that has the coordinates of the previous cell
   */
  static CellOrder sort(List<SparseTile> tiles, CellKeys order, BitSet repeats, ReadScope scope) {
    int count = 0;
    for (SparseTile tile : tiles) {
      count = Math.addExact(count, tile.selected);
    }
    if (count < 2 * pieceCells(count)) {
      return scope.counters().merging(() -> CellOrder.versions(tiles, order, repeats));
    }
    List<long[][]> bounds = scope.merge(tiles, VersionSort::bounds);
    KeyPlan plan = order.plan(d -> union(bounds, d), d -> CellKeys.TextKeys.WHOLE);
    List<long[]> keys = scope.merge(tiles, tile -> sortedKeys(tile, plan));
    if (keys.contains(null)) {
      return scope.counters().merging(() -> CellOrder.versions(tiles, order, repeats));
    }
    return new VersionSort(tiles, order, plan.exact(), keys, count).sort(repeats, scope);
  }

  private static int pieceCells(int count) {
    return Math.max(MIN_PIECE, Math.min(MAX_PIECE, count / PIECES));
  }

  /**
   * Returns the minimum and maximum key of the selected cells in each numeric dimension; null for
   * strings.
   */
  private static long[][] bounds(SparseTile tile) {
    long[][] bounds = new long[tile.keys.length][];
    for (int d = 0; d < bounds.length; d++) {
      long[] keys = tile.keys[d];
      if (keys != null) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < tile.selected; i++) {
          long key = keys[tile.row(i)];
          low = Math.min(low, key);
          high = Math.max(high, key);
        }
        bounds[d] = new long[] {low, high};
      }
    }
    return bounds;
  }

  private static long[] union(List<long[][]> bounds, int d) {
    long[] union = {Long.MAX_VALUE, Long.MIN_VALUE};
    for (long[][] some : bounds) {
      union[0] = Math.min(union[0], some[d][0]);
      union[1] = Math.max(union[1], some[d][1]);
    }
    return union;
  }

  /**
   * Returns the packed keys of a tile's selected cells, or null if they are not in ascending order.
   */
  private static long[] sortedKeys(SparseTile tile, KeyPlan plan) {
    long[] keys = new long[tile.selected];
    plan.pack(tile, 0, tile.selected, keys, 0);
    for (int i = 1; i < keys.length; i++) {
      if (Long.compareUnsigned(keys[i - 1], keys[i]) > 0) {
        return null;
      }
    }
    return keys;
  }

  /** A range of cells in the result. Cells of other pieces lie entirely before or after it. */
  private static final class Piece {
    /** The stretches of the piece, each as tile index, first cell and end (exclusive). */
    final List<int[]> stretches = new ArrayList<>();

    int first;
    int cells;
  }

  private CellOrder sort(BitSet repeats, ReadScope scope) {
    List<Piece> pieces = pieces();
    int[] tileOf = new int[count];
    int[] rowOf = new int[count];
    List<BitSet> repeated = scope.merge(pieces, piece -> sort(piece, tileOf, rowOf));
    for (int p = 0; p < pieces.size(); p++) {
      BitSet own = repeated.get(p);
      for (int i = own.nextSetBit(0); i >= 0; i = own.nextSetBit(i + 1)) {
        repeats.set(pieces.get(p).first + i);
      }
    }
    return new CellOrder(tileOf, rowOf, count);
  }

  private List<Piece> pieces() {
    long[] borders = borders();
    List<Piece> pieces = new ArrayList<>();
    for (int p = 0; p <= borders.length; p++) {
      pieces.add(new Piece());
    }
    for (int t = 0; t < keys.size(); t++) {
      long[] own = keys.get(t);
      int from = 0;
      while (from < own.length) {
        int p = firstAbove(borders, own[from]);
        int end = p == borders.length ? own.length : firstNotBelow(own, from, borders[p]);
        pieces.get(p).stretches.add(new int[] {t, from, end});
        pieces.get(p).cells += end - from;
        from = end;
      }
    }
    int first = 0;
    for (Piece piece : pieces) {
      piece.first = first;
      first += piece.cells;
    }
    return pieces;
  }

  /**
   * Returns the smallest key of each piece except the first, in ascending order. The top bit is
   * flipped, so that signed comparison gives the unsigned order.
   */
  private long[] borders() {
    int step = pieceCells / SAMPLES;
    int samples = 0;
    for (long[] own : keys) {
      samples += (own.length + step - 1) / step;
    }
    long[] some = new long[samples];
    int at = 0;
    for (long[] own : keys) {
      for (int i = 0; i < own.length; i += step) {
        some[at++] = own[i] ^ Long.MIN_VALUE;
      }
    }
    Arrays.sort(some);
    int pieces = Math.min(count / pieceCells + 1, samples);
    long[] borders = new long[pieces - 1];
    for (int p = 1; p < pieces; p++) {
      borders[p - 1] = some[(int) ((long) p * samples / pieces)];
    }
    return borders;
  }

  /** Returns the index of the first border that is greater than a key, or the number of borders. */
  private static int firstAbove(long[] borders, long key) {
    int low = 0;
    int high = borders.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (borders[middle] > (key ^ Long.MIN_VALUE)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * Returns the index of the first key, starting at {@code from}, that is not less than a border.
   */
  private static int firstNotBelow(long[] keys, int from, long border) {
    int low = from;
    int high = keys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if ((keys[middle] ^ Long.MIN_VALUE) >= border) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private BitSet sort(Piece piece, int[] tileOf, int[] rowOf) {
    long[] own = new long[piece.cells];
    int[] ownTiles = new int[piece.cells];
    int[] ownRows = new int[piece.cells];
    int at = 0;
    for (int[] stretch : piece.stretches) {
      SparseTile tile = tiles.get(stretch[0]);
      int length = stretch[2] - stretch[1];
      System.arraycopy(keys.get(stretch[0]), stretch[1], own, at, length);
      Arrays.fill(ownTiles, at, at + length, stretch[0]);
      for (int i = 0; i < length; i++) {
        ownRows[at + i] = tile.row(stretch[1] + i);
      }
      at += length;
    }
    CellOrder cells = new CellOrder(ownTiles, ownRows, piece.cells);
    BitSet repeats = new BitSet();
    cells.sortVersions(tiles, order, new CellKeys.KeyValues(own, exact), repeats);
    System.arraycopy(cells.tileOf(), 0, tileOf, piece.first, piece.cells);
    System.arraycopy(cells.rowOf(), 0, rowOf, piece.first, piece.cells);
    return repeats;
  }
}
