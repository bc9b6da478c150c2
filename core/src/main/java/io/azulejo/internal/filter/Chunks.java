package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.Slice;

/** Where the chunks of a filtered tile lie, before and after. */
public final class Chunks {
  private final Slice filtered;
  private final int[] headers;
  private final long[] starts;

  Chunks(Slice filtered, int[] headers, long[] starts) {
    this.filtered = filtered;
    this.headers = headers;
    this.starts = starts;
  }

  /** The number of chunks. */
  public int count() {
    return headers.length;
  }

  /**
   * Where the unfiltered bytes of a chunk begin in the tile; of {@link #count}: the tile's size.
   */
  public long start(int index) {
    return starts[index];
  }

  /** The filtered tile. */
  Slice filtered() {
    return filtered;
  }

  /** Where the header of a chunk begins in the filtered tile. */
  int header(int index) {
    return headers[index];
  }
}
