package io.azulejo.internal.read.tile;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.Location;
import org.junit.jupiter.api.Test;

class TileCacheTest {
  private static final Location FILE = Location.of("mem://array/a0.tdb");

  private final MemoryBudget budget = new MemoryBudget(100 << 20);
  private final TileCache cache = new TileCache(10 << 20, budget);
  private final TileCache.OfArray array = cache.array();

  private static TilePart part(long position, int length) {
    return new TilePart(FILE, position, length);
  }

  /** Fetches a part, unless it is kept; returns whether it was. */
  private static boolean read(TileCache.OfArray array, long position, int length) {
    TileCache.Reader reader = array.reader();
    TilePart part = part(position, length);
    boolean kept = reader.give(part);
    if (!kept) {
      byte[] bytes = new byte[length];
      bytes[0] = (byte) position;
      part.fetched(Slice.of(bytes));
      reader.take(part);
    }
    assertThat(part.bytes().getByte(0)).isEqualTo((byte) position);
    return kept;
  }

  @Test
  void keepsTilesThatAreFetchedTwice() {
    assertThat(read(array, 0, 100)).isFalse();
    assertThat(cache.bytes()).isZero();
    assertThat(read(array, 0, 100)).isFalse();
    assertThat(cache.bytes()).isGreaterThanOrEqualTo(100);
    assertThat(read(array, 0, 100)).isTrue();
    assertThat(read(array, 0, 99)).as("another range").isFalse();
    assertThat(read(cache.array(), 0, 100)).as("another array").isFalse();
  }

  @Test
  void holdsNoMoreThanItsLimit() {
    for (int i = 0; i < 1000; i++) {
      read(array, i, 1 << 20);
      read(array, i, 1 << 20);
      assertThat(cache.bytes()).isLessThanOrEqualTo(10 << 20);
    }
    assertThat(cache.bytes()).isGreaterThan(8 << 20);
    assertThat(read(array, 999, 1 << 20)).isTrue();
    assertThat(read(array, 0, 1 << 20)).as("long not used").isFalse();
  }

  @Test
  void workInProgressComesFirst() {
    for (int i = 0; i < 18; i++) {
      read(array, i % 9, 1 << 20);
    }
    assertThat(cache.bytes()).isGreaterThan(8 << 20);
    try (MemoryBudget.Lease lease = budget.lease(95 << 20)) {
      assertThat(cache.bytes() + lease.bytes()).isLessThanOrEqualTo(budget.capacity());
      for (int i = 0; i < 18; i++) {
        read(array, i % 9, 1 << 20);
        assertThat(cache.bytes() + lease.bytes()).isLessThanOrEqualTo(budget.capacity());
      }
      assertThat(cache.bytes()).isPositive();
      try (MemoryBudget.Lease more = budget.lease(50 << 20)) {
        assertThat(more.bytes()).isPositive();
        assertThat(cache.bytes()).isZero();
      }
    }
  }

  @Test
  void aScanUsesWhatIsKeptAndLeavesItAsItIs() {
    read(array, 50, 1 << 18);
    read(array, 50, 1 << 18);
    long before = cache.bytes();
    for (int round = 0; round < 3; round++) {
      TileCache.Reader scan = array.reader();
      scan.asks(100 << 18);
      for (int i = 0; i < 100; i++) {
        TilePart part = part(i, 1 << 18);
        assertThat(scan.give(part)).isEqualTo(i == 50);
        part.fetched(Slice.of(new byte[1 << 18]));
        scan.take(part);
      }
    }
    assertThat(cache.bytes()).isEqualTo(before);
    assertThat(read(array, 50, 1 << 18)).isTrue();
  }
}
