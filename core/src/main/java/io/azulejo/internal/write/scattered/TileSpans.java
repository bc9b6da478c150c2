package io.azulejo.internal.write.scattered;

import io.azulejo.internal.write.fragment.CellRuns;

/**
 * Iterates over the cells of a tile, without padding, in spans of consecutive cells. Either all
 * cells of a span were written or all are missing.
 */
final class TileSpans {
  private final CellRuns written;
  private final int[] places;
  private final int to;

  /** Index of the span's first cell among the written cells, if {@link #came}. */
  int arrival;

  private int run;
  private int done;

  /** Whether the cells of the span were written. */
  boolean came;

  /** Place of the span's first cell in the tile. */
  int cell;

  /** Index of the span's first cell in the tile, counted without padding. */
  int index;

  /** Number of cells in the span. */
  int length;

  /**
   * Creates an iterator positioned before the first span.
   *
   * @param written the cells of the tile without padding
   * @param places place in its tile of each written cell, ascending within the tile
   * @param from index of the tile's first cell in places
   * @param to index after the tile's last cell in places
   */
  TileSpans(CellRuns written, int[] places, int from, int to) {
    this.written = written;
    this.places = places;
    this.arrival = from;
    this.to = to;
  }

  /** Moves to the next span. Returns false after the last one. */
  boolean next() {
    arrival += came ? length : 0;
    done += length;
    if (done == written.length()) {
      run++;
      done = 0;
    }
    if (run == written.starts().length) {
      length = 0;
      came = false;
      return false;
    }
    cell = written.starts()[run] + done;
    index = run * written.length() + done;
    int most = written.length() - done;
    came = arrival < to && places[arrival] == cell;
    if (came) {
      most = Math.min(most, to - arrival);
      length = 1;
      while (length < most && places[arrival + length] == cell + length) {
        length++;
      }
    } else {
      length = arrival < to ? Math.min(most, places[arrival] - cell) : most;
    }
    return true;
  }
}
