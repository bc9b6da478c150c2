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
  private int next;
  private int run;
  private int done;
  private int cell;
  private int index;
  private int length;
  private boolean came;

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
    this.next = from;
    this.to = to;
  }

  /** Moves to the next span. Returns false after the last one. */
  boolean next() {
    next += came ? length : 0;
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
    came = next < to && places[next] == cell;
    if (came) {
      most = Math.min(most, to - next);
      length = 1;
      while (length < most && places[next + length] == cell + length) {
        length++;
      }
    } else {
      length = next < to ? Math.min(most, places[next] - cell) : most;
    }
    return true;
  }

  /** Returns whether the cells of the span were written. */
  boolean came() {
    return came;
  }

  /** Returns the place of the first cell in the tile. */
  int cell() {
    return cell;
  }

  /** Returns the number of cells in the span. */
  int length() {
    return length;
  }

  /**
   * Returns the index of the span's first cell among the written cells. Only valid if {@link
   * #came}.
   */
  int arrival() {
    return next;
  }

  /** Returns the index of the span's first cell in the tile, counted without padding. */
  int index() {
    return index;
  }
}
