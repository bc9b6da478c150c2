package io.azulejo.internal.write.scattered;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.MemoryBudget;
import java.util.Arrays;

/** The set of numbers of tiles that have cells. */
final class TileSet implements AutoCloseable {
  private static final int SMALL = 1 << 12;
  private static final int MOST = Integer.MAX_VALUE - 8;

  private final MemoryBudget budget;
  private long taken;

  /** Known tiles, ascending. */
  private long[] tiles = new long[0];

  /** Tiles added since the last merge, in any order, possibly repeated. */
  private long[] recent = new long[SMALL];

  private int added;
  private long last = -1;

  /** Creates an empty set. */
  TileSet(MemoryBudget budget) {
    this.budget = budget;
  }

  /** Adds the first {@code count} tile numbers of an array. */
  void add(long[] numbers, int count) {
    for (int i = 0; i < count; i++) {
      if (numbers[i] != last) {
        last = numbers[i];
        if (added == recent.length) {
          settle();
        }
        recent[added++] = last;
      }
    }
  }

  /** Returns all tile numbers, ascending. The caller must not modify the array. */
  long[] all() {
    settle();
    return tiles;
  }

  private void settle() {
    Arrays.sort(recent, 0, added);
    int fresh = 0;
    int at = 0;
    for (int i = 0; i < added; i++) {
      long tile = recent[i];
      while (at < tiles.length && tiles[at] < tile) {
        at++;
      }
      boolean known =
          (at < tiles.length && tiles[at] == tile) || (fresh > 0 && recent[fresh - 1] == tile);
      if (!known) {
        recent[fresh++] = tile;
      }
    }
    added = 0;
    if (fresh > 0) {
      if (tiles.length > MOST - fresh) {
        throw new InvalidRequestException(
            "the cells lie in 2^31 tiles or more; write them in several parts");
      }
      tiles = merged(tiles, recent, fresh);
      if (recent.length < tiles.length / 4) {
        recent = new long[tiles.length / 2];
      }
      account(Long.BYTES * ((long) tiles.length + recent.length));
    }
  }

  private static long[] merged(long[] a, long[] b, int count) {
    long[] all = Arrays.copyOf(a, a.length + count);
    int from = a.length - 1;
    int other = count - 1;
    for (int to = all.length - 1; other >= 0; to--) {
      all[to] = from >= 0 && a[from] > b[other] ? a[from--] : b[other--];
    }
    return all;
  }

  private void account(long bytes) {
    budget.take(bytes);
    budget.giveBack(taken);
    taken = bytes;
  }

  /** Releases the memory of the set. */
  @Override
  public void close() {
    tiles = new long[0];
    recent = tiles;
    account(0);
  }
}
