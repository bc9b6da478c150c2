package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.RadixSort;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A sequence of cells in the order in which they are delivered. Each position holds the index of a
 * tile in a list and a row within that tile. The arrays may be longer than {@link #count}.
 */
public final class CellOrder {
  /** Bytes per position: the tile index and the row. */
  static final long PLACE_BYTES = 2 * Integer.BYTES;

  /**
   * Temporary memory that sorting needs per cell, in bytes: two copies of the key and of three
   * ints.
   */
  static final long BYTES_PER_CELL = 2 * (Long.BYTES + 3 * Integer.BYTES);

  private int[] tileOf;
  private int[] rowOf;
  private int count;

  /**
   * Creates a sequence from the first {@code count} elements of two arrays. The arrays are not
   * copied.
   *
   * @param tileOf the tile index of each cell
   * @param rowOf the row of each cell within its tile
   */
  public CellOrder(int[] tileOf, int[] rowOf, int count) {
    this.tileOf = tileOf;
    this.rowOf = rowOf;
    this.count = count;
  }

  /** Returns all selected cells in storage order, tile by tile. */
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
   * Returns all selected cells, sorted. Cells that compare as equal keep the order of their tiles
   * in the list.
   *
   * @param uniqueCells whether to keep only the newest of several cells with the same coordinates
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

  /** The tiles of the cells and the keys that they were sorted by. */
  private record Sorting(List<SparseTile> tiles, CellKeys order, CellKeys.KeyValues keys) {
    /** Returns whether the cells at two positions have the same coordinates. */
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
   * Returns all versions of all selected cells, sorted. Cells with the same coordinates are ordered
   * from the newest to the oldest time, then from the newest to the oldest fragment, then in
   * storage order.
   *
   * @param tiles the tiles, those from newer fragments first
   * @param repeats receives a bit for each position whose cell has the same coordinates as the
   *     previous one, including the signs of zeros
   */
  public static CellOrder versions(List<SparseTile> tiles, CellKeys order, BitSet repeats) {
    CellOrder cells = asTheyLie(tiles);
    if (cells.count > 0) {
      cells.sortVersions(tiles, order, order.of(tiles), repeats);
    }
    return cells;
  }

  /** Sorts the cells like {@link #versions}. The values of {@code keys} are sorted too. */
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

  /** Removes the cells at the positions whose bits are set. */
  public void remove(BitSet out) {
    int kept = out.nextSetBit(0);
    for (int i = kept; i >= 0 && i < count; i++) {
      tileOf[kept] = tileOf[i];
      rowOf[kept] = rowOf[i];
      kept += out.get(i) ? 0 : 1;
    }
    count = kept < 0 ? count : kept;
  }

  /** Returns the number of cells. */
  public int count() {
    return count;
  }

  /** Returns the tile index of each position. The array is not copied. */
  public int[] tileOf() {
    return tileOf;
  }

  /** Returns the row within the tile of each position. The array is not copied. */
  public int[] rowOf() {
    return rowOf;
  }

  /** Returns the number of cells in each tile. */
  int[] countByTile(int tiles) {
    int[] counts = new int[tiles];
    for (int i = 0; i < count; i++) {
      counts[tileOf[i]]++;
    }
    return counts;
  }

  /** Keeps at most the first {@code limit} cells. */
  void keepFirst(long limit) {
    count = (int) Math.min(count, limit);
  }

  /** Sets the mask entries of these cells to 1. Tiles with a null mask are skipped. */
  void mark(byte[][] masks) {
    for (int i = 0; i < count; i++) {
      byte[] mask = masks[tileOf[i]];
      if (mask != null) {
        mask[rowOf[i]] = 1;
      }
    }
  }

  /** Keeps the cells whose mask entry is 1, and all cells of tiles with a null mask. */
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

  /** Repeats each cell as often as {@code times} says. */
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

  /** Determines how often a cell occurs. */
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
   * Keeps only the newest of several cells with the same coordinates: the one with the latest time,
   * then of the newest fragment.
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
