package io.azulejo.internal.write.scattered;

import io.azulejo.internal.write.fragment.CellRuns;

/**
 * The way through the cells of a tile, without padding: spans of successive cells that all came,
 * one after another, or all did not.
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
   * A way that begins before the first span.
   *
   * @param written the cells of the tile that are no padding
   * @param places for each cell that came its place in the tile, ascending
   * @param from the first cell of the tile among those
   * @param to the one after the last
   */
  TileSpans(CellRuns written, int[] places, int from, int to) {
    this.written = written;
    this.places = places;
    this.next = from;
    this.to = to;
  }

  /** Goes to the next span; false where there is none. */
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

  /** Whether the cells came. */
  boolean came() {
    return came;
  }

  /** The place of the first cell in the tile. */
  int cell() {
    return cell;
  }

  /** The number of cells. */
  int length() {
    return length;
  }

  /** Of cells that came: which of all cells that came the first one is. */
  int arrival() {
    return next;
  }

  /** Which cell of the tile the first one is, without padding. */
  int index() {
    return index;
  }
}
