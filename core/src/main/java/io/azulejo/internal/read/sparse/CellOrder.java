package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.RadixSort;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The cells of some tiles in the order in which they are delivered: for each place a tile, by its
 * position in the list, and a row in it.
 */
public final class CellOrder {
  /** What the place of a cell takes: its tile and its row. */
  static final long PLACE_BYTES = 2 * Integer.BYTES;

  /** What putting one cell in order takes for a while: its key and its place, each twice. */
  static final long BYTES_PER_CELL = 2 * (Long.BYTES + 3 * Integer.BYTES);

  private int[] tileOf;
  private int[] rowOf;
  private int count;

  /** The first cells of two arrays that say where they are. */
  public CellOrder(int[] tileOf, int[] rowOf, int count) {
    this.tileOf = tileOf;
    this.rowOf = rowOf;
    this.count = count;
  }

  /** All selected cells as they lie, tile after tile. */
  static CellOrder asTheyLie(List<SparseTile> tiles) {
    int count = 0;
    for (SparseTile tile : tiles) {
      count = Math.addExact(count, tile.selected);
    }
    int[] tileOf = new int[count];
    int[] rowOf = new int[count];
    int at = 0;
    for (int t = 0; t < tiles.size(); t++) {
      SparseTile tile = tiles.get(t);
      Arrays.fill(tileOf, at, at + tile.selected, t);
      if (tile.rows != null) {
        System.arraycopy(tile.rows, 0, rowOf, at, tile.selected);
      } else {
        for (int i = 0; i < tile.selected; i++) {
          rowOf[at + i] = i;
        }
      }
      at += tile.selected;
    }
    return new CellOrder(tileOf, rowOf, count);
  }

  /**
   * All selected cells, sorted; where cells come out equal, those of an earlier tile in the list
   * come first.
   *
   * @param uniqueCells whether of cells with equal coordinates only the newest one stays
   */
  static CellOrder sorted(List<SparseTile> tiles, CellKeys order, boolean uniqueCells) {
    CellOrder cells = asTheyLie(tiles);
    if (cells.count == 0) {
      return cells;
    }
    CellKeys.KeyValues keys = order.of(tiles);
    cells.sort(tiles, order, keys);
    if (uniqueCells) {
      cells.keepNewest(tiles, order, keys);
    }
    return cells;
  }

  /** The tiles of cells, and their keys as they were sorted. */
  private record Sorting(List<SparseTile> tiles, CellKeys order, CellKeys.KeyValues keys) {
    /** Whether the cells of two places are at the same place in the order of cells. */
    boolean together(CellOrder cells, int a, int b) {
      return keys.values()[a] == keys.values()[b]
          && (keys.exact()
              || order.compareCoordinates(
                      tiles.get(cells.tileOf[a]),
                      cells.rowOf[a],
                      tiles.get(cells.tileOf[b]),
                      cells.rowOf[b])
                  == 0);
    }
  }

  /**
   * All versions of all selected cells, sorted: of cells with equal coordinates those with greater
   * times come first, then those of newer fragments, then as they lie.
   *
   * @param tiles those of newer fragments first
   * @param repeats is filled for each place where cells were selected: whether the cell there has
   *     the coordinates of the one before, signs of zeros included
   */
  public static CellOrder versions(List<SparseTile> tiles, CellKeys order, BitSet repeats) {
    CellOrder cells = asTheyLie(tiles);
    if (cells.count > 0) {
      cells.sortVersions(tiles, order, order.of(tiles), repeats);
    }
    return cells;
  }

  /** Sorts as {@link #versions}; keys are sorted, too. */
  public void sortVersions(
      List<SparseTile> tiles, CellKeys order, CellKeys.KeyValues keys, BitSet repeats) {
    sort(tiles, order, keys);
    boolean times = false;
    boolean signs = false;
    for (SparseTile tile : tiles) {
      times |= tile.times != null;
      signs |= tile.hasNegativeZero;
    }
    sortVersions(new Sorting(tiles, order, keys), times, signs, repeats);
  }

  private void sortVersions(Sorting sorting, boolean times, boolean signs, BitSet repeats) {
    int first = 0;
    while (first < count) {
      int end = first + 1;
      while (end < count && sorting.together(this, end - 1, end)) {
        end++;
      }
      if (end - first > 1) {
        if (times || signs) {
          sortVersions(sorting.tiles, first, end);
        }
        repeats.set(first + 1, end);
        for (int i = first + 1; signs && i < end; i++) {
          SparseTile last = sorting.tiles.get(tileOf[i - 1]);
          repeats.set(
              i, last.compareBits(rowOf[i - 1], sorting.tiles.get(tileOf[i]), rowOf[i]) == 0);
        }
      }
      first = end;
    }
  }

  private void sortVersions(List<SparseTile> tiles, int first, int end) {
    int[] tilesHere = Arrays.copyOfRange(tileOf, first, end);
    int[] rowsHere = Arrays.copyOfRange(rowOf, first, end);
    int[] positions = new int[end - first];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = i;
    }
    RadixSort.sortTies(
        new long[positions.length],
        positions,
        0,
        positions.length,
        (a, b) ->
            compareVersions(
                tiles.get(tilesHere[a]), rowsHere[a], tiles.get(tilesHere[b]), rowsHere[b]));
    for (int i = 0; i < positions.length; i++) {
      tileOf[first + i] = tilesHere[positions[i]];
      rowOf[first + i] = rowsHere[positions[i]];
    }
  }

  private static int compareVersions(SparseTile a, int rowA, SparseTile b, int rowB) {
    int signs = a.hasNegativeZero || b.hasNegativeZero ? a.compareBits(rowA, b, rowB) : 0;
    if (signs != 0) {
      return signs;
    }
    int byTime = Long.compareUnsigned(b.time(rowB), a.time(rowA));
    return byTime != 0 ? byTime : Integer.compare(b.owner().age(), a.owner().age());
  }

  /** Takes out the cells of some places. */
  public void remove(BitSet out) {
    int kept = out.nextSetBit(0);
    for (int i = kept; i >= 0 && i < count; i++) {
      tileOf[kept] = tileOf[i];
      rowOf[kept] = rowOf[i];
      kept += out.get(i) ? 0 : 1;
    }
    count = kept < 0 ? count : kept;
  }

  /** The number of cells. */
  public int count() {
    return count;
  }

  /** For each place the position of the tile in the list. */
  public int[] tileOf() {
    return tileOf;
  }

  /** For each place the row in the tile. */
  public int[] rowOf() {
    return rowOf;
  }

  /** How many of the cells are in each tile. */
  int[] countByTile(int tiles) {
    int[] counts = new int[tiles];
    for (int i = 0; i < count; i++) {
      counts[tileOf[i]]++;
    }
    return counts;
  }

  /** Keeps the first cells. */
  void keepFirst(long limit) {
    count = (int) Math.min(count, limit);
  }

  /** Sets, in the masks of the tiles, the rows of the cells to 1; tiles without a mask are left. */
  void mark(byte[][] masks) {
    for (int i = 0; i < count; i++) {
      byte[] mask = masks[tileOf[i]];
      if (mask != null) {
        mask[rowOf[i]] = 1;
      }
    }
  }

  /** Keeps the cells whose rows are 1 in the masks of their tiles; without a mask they stay. */
  void keep(byte[][] masks) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int tile = tileOf[i];
      int row = rowOf[i];
      tileOf[kept] = tile;
      rowOf[kept] = row;
      kept += masks[tile] == null ? 1 : masks[tile][row];
    }
    count = kept;
  }

  /** Repeats each cell a number of times. */
  void repeat(CellCount times) {
    int[] repeats = new int[count];
    int total = 0;
    for (int i = 0; i < count; i++) {
      repeats[i] = times.count(tileOf[i], rowOf[i]);
      total = Math.addExact(total, repeats[i]);
    }
    int[] newTileOf = new int[total];
    int[] newRowOf = new int[total];
    int at = 0;
    for (int i = 0; i < count; i++) {
      Arrays.fill(newTileOf, at, at + repeats[i], tileOf[i]);
      Arrays.fill(newRowOf, at, at + repeats[i], rowOf[i]);
      at += repeats[i];
    }
    tileOf = newTileOf;
    rowOf = newRowOf;
    count = total;
  }

  /** Counts something of a cell. */
  @FunctionalInterface
  interface CellCount {
    int count(int tile, int row);
  }

  private void sort(List<SparseTile> tiles, CellKeys order, CellKeys.KeyValues keys) {
    if (isSorted(tiles, order, keys)) {
      return;
    }
    int[] positions = RadixSort.sort(keys.values());
    if (!keys.exact()) {
      RadixSort.sortTies(keys.values(), positions, 0, count, (a, b) -> compare(tiles, order, a, b));
    }
    int[] newTileOf = new int[count];
    int[] newRowOf = new int[count];
    for (int i = 0; i < count; i++) {
      newTileOf[i] = tileOf[positions[i]];
      newRowOf[i] = rowOf[positions[i]];
    }
    tileOf = newTileOf;
    rowOf = newRowOf;
  }

  private boolean isSorted(List<SparseTile> tiles, CellKeys order, CellKeys.KeyValues keys) {
    long[] values = keys.values();
    for (int i = 1; i < count; i++) {
      int comparison = Long.compareUnsigned(values[i - 1], values[i]);
      if (comparison > 0
          || (comparison == 0
              && !keys.exact()
              && order.compare(
                      tiles.get(tileOf[i - 1]), rowOf[i - 1], tiles.get(tileOf[i]), rowOf[i])
                  > 0)) {
        return false;
      }
    }
    return true;
  }

  private int compare(List<SparseTile> tiles, CellKeys order, int a, int b) {
    return order.compare(tiles.get(tileOf[a]), rowOf[a], tiles.get(tileOf[b]), rowOf[b]);
  }

  /**
   * Of cells with equal coordinates the one with the largest time stays, then of the newest
   * fragment.
   */
  private void keepNewest(List<SparseTile> tiles, CellKeys order, CellKeys.KeyValues keys) {
    long[] values = keys.values();
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (kept > 0) {
        boolean same = values[i] == values[i - 1];
        if (same) {
          SparseTile last = tiles.get(tileOf[kept - 1]);
          SparseTile next = tiles.get(tileOf[i]);
          int lastRow = rowOf[kept - 1];
          if (keys.exact() || order.compareCoordinates(last, lastRow, next, rowOf[i]) == 0) {
            if (isNewer(next, rowOf[i], last, lastRow)) {
              tileOf[kept - 1] = tileOf[i];
              rowOf[kept - 1] = rowOf[i];
            }
            continue;
          }
        }
      }
      tileOf[kept] = tileOf[i];
      rowOf[kept++] = rowOf[i];
    }
    count = kept;
  }

  private static boolean isNewer(SparseTile a, int rowA, SparseTile b, int rowB) {
    int byTime = Long.compareUnsigned(a.time(rowA), b.time(rowB));
    return byTime > 0 || (byTime == 0 && a.owner().age() > b.owner().age());
  }
}
