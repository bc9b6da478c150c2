package io.azulejo.internal.read.sparse;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.Cells;
import io.azulejo.internal.order.KeySort;
import io.azulejo.internal.order.RadixSort;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntBinaryOperator;

/**
 * A sequence of cells in the order in which they are delivered. Each position holds the index of a
 * tile in a list and a row within that tile. The arrays may be longer than {@link #count}.
 */
public final class CellOrder {
  private int[] tileOf;
  private int[] rowOf;
  private int count;

  private CellOrder(int[] tileOf, int[] rowOf, int count) {
    this.tileOf = tileOf;
    this.rowOf = rowOf;
    this.count = count;
  }

  /** Returns all selected cells in storage order, tile by tile. */
  static CellOrder inStorageOrder(List<? extends Cells> tiles) {
    int count = 0;
    for (Cells tile : tiles) {
      count = Math.addExact(count, tile.selected);
    }
    int[] tileOf = new int[count];
    int[] rowOf = new int[count];
    int at = 0;
    for (int t = 0; t < tiles.size(); t++) {
      Cells tile = tiles.get(t);
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
  static CellOrder sorted(
      List<SelectedTile> tiles, CellKeys order, boolean uniqueCells, KeySort.Workers workers) {
    CellOrder cells = inStorageOrder(tiles);
    Sorting sorting = cells.sort(tiles, order, workers);
    if (uniqueCells) {
      cells.keepSpans(
          sorting.spans, workers.map(sorting.spans, span -> cells.keepNewest(sorting, span)));
    }
    return cells;
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
  public static CellOrder versions(
      List<SelectedTile> tiles, CellKeys order, BitSet repeats, KeySort.Workers workers) {
    CellOrder cells = inStorageOrder(tiles);
    Sorting sorting = cells.sort(tiles, order, workers);
    List<BitSet> found = workers.map(sorting.spans, span -> cells.sortVersions(sorting, span));
    for (int s = 0; s < found.size(); s++) {
      int first = sorting.spans.get(s).from();
      found.get(s).stream().forEach(i -> repeats.set(first + i));
    }
    return cells;
  }

  /**
   * Sorted cells with their keys.
   *
   * @param spans ranges that divide the cells; cells with equal keys are in one range
   */
  private record Sorting(
      List<SelectedTile> tiles,
      CellKeys order,
      long[] keys,
      boolean exact,
      List<KeySort.Span> spans) {
    /** Returns whether two cells with adjacent keys have equal coordinates. */
    boolean together(CellOrder cells, int a, int b) {
      return keys[a] == keys[b]
          && (exact
              || order.compareCoordinates(
                      tiles.get(cells.tileOf[a]),
                      cells.rowOf[a],
                      tiles.get(cells.tileOf[b]),
                      cells.rowOf[b])
                  == 0);
    }
  }

  private Sorting sort(List<SelectedTile> tiles, CellKeys order, KeySort.Workers workers) {
    CellKeys.KeyValues keys = order.of(tiles, workers);
    IntBinaryOperator ties =
        keys.exact()
            ? null
            : (a, b) ->
                order.compare(tiles.get(tileOf[a]), rowOf[a], tiles.get(tileOf[b]), rowOf[b]);
    KeySort.Sorted sorted = new KeySort(workers, ties).sort(keys.values());
    int[] positions = sorted.positions();
    int[] newTileOf = new int[count];
    int[] newRowOf = new int[count];
    workers.map(
        sorted.spans(),
        span -> {
          for (int i = span.from(); i < span.end(); i++) {
            newTileOf[i] = tileOf[positions[i]];
            newRowOf[i] = rowOf[positions[i]];
          }
          return null;
        });
    tileOf = newTileOf;
    rowOf = newRowOf;
    return new Sorting(tiles, order, sorted.keys(), keys.exact(), sorted.spans());
  }

  /**
   * Orders the versions of each cell in a span.
   *
   * @return a bit for each cell, relative to the span, that repeats the coordinates of the previous
   *     cell
   */
  private BitSet sortVersions(Sorting sorting, KeySort.Span span) {
    boolean times = false;
    boolean signs = false;
    for (SelectedTile tile : sorting.tiles) {
      times |= tile.times() != null;
      signs |= tile.hasNegativeZero();
    }
    BitSet repeats = new BitSet();
    int first = span.from();
    while (first < span.end()) {
      int end = first + 1;
      while (end < span.end() && sorting.together(this, end - 1, end)) {
        end++;
      }
      if (end - first > 1) {
        if (times || signs) {
          sortVersions(sorting, first, end);
        }
        repeats.set(first + 1 - span.from(), end - span.from());
        for (int i = first + 1; signs && i < end; i++) {
          SelectedTile last = sorting.tiles.get(tileOf[i - 1]);
          repeats.set(
              i - span.from(),
              sorting.order.compareSigns(last, rowOf[i - 1], sorting.tiles.get(tileOf[i]), rowOf[i])
                  == 0);
        }
      }
      first = end;
    }
    return repeats;
  }

  private void sortVersions(Sorting sorting, int first, int end) {
    List<SelectedTile> tiles = sorting.tiles;
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
                sorting.order,
                tiles.get(tilesHere[a]),
                rowsHere[a],
                tiles.get(tilesHere[b]),
                rowsHere[b]));
    for (int i = 0; i < positions.length; i++) {
      tileOf[first + i] = tilesHere[positions[i]];
      rowOf[first + i] = rowsHere[positions[i]];
    }
  }

  private static int compareVersions(
      CellKeys order, SelectedTile a, int rowA, SelectedTile b, int rowB) {
    int signs =
        a.hasNegativeZero() || b.hasNegativeZero() ? order.compareSigns(a, rowA, b, rowB) : 0;
    if (signs != 0) {
      return signs;
    }
    int byTime = Long.compareUnsigned(b.time(rowB), a.time(rowA));
    return byTime != 0 ? byTime : Integer.compare(age(b), age(a));
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

  /**
   * Keeps only the newest of several cells with the same coordinates: the one with the latest time,
   * then of the newest fragment.
   *
   * @return the number of kept cells, which are moved to the beginning of the span
   */
  private int keepNewest(Sorting sorting, KeySort.Span span) {
    int kept = span.from();
    for (int i = span.from(); i < span.end(); i++) {
      if (i > span.from() && sorting.keys[i] == sorting.keys[i - 1]) {
        SelectedTile last = sorting.tiles.get(tileOf[kept - 1]);
        SelectedTile next = sorting.tiles.get(tileOf[i]);
        int lastRow = rowOf[kept - 1];
        if (sorting.exact || sorting.order.compareCoordinates(last, lastRow, next, rowOf[i]) == 0) {
          if (isNewer(next, rowOf[i], last, lastRow)) {
            tileOf[kept - 1] = tileOf[i];
            rowOf[kept - 1] = rowOf[i];
          }
          continue;
        }
      }
      tileOf[kept] = tileOf[i];
      rowOf[kept++] = rowOf[i];
    }
    return kept - span.from();
  }

  /** Closes the gaps between the cells that stay of each span. */
  private void keepSpans(List<KeySort.Span> spans, List<Integer> kept) {
    int at = 0;
    for (int s = 0; s < spans.size(); s++) {
      int from = spans.get(s).from();
      if (from > at) {
        System.arraycopy(tileOf, from, tileOf, at, kept.get(s));
        System.arraycopy(rowOf, from, rowOf, at, kept.get(s));
      }
      at += kept.get(s);
    }
    count = at;
  }

  private static boolean isNewer(SelectedTile a, int rowA, SelectedTile b, int rowB) {
    int byTime = Long.compareUnsigned(a.time(rowA), b.time(rowB));
    return byTime > 0 || (byTime == 0 && age(a) > age(b));
  }

  private static int age(SelectedTile tile) {
    return tile.tile().owner().age();
  }
}
