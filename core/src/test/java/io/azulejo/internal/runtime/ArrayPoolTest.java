package io.azulejo.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArrayPoolTest {
  private final MemoryBudget budget = new MemoryBudget(100 << 20);
  private final ArrayPool pool = new ArrayPool(10 << 20, budget);

  @Test
  void reusesReturnedArrays() {
    byte[] bytes = pool.bytes(100_000);
    int[] ints = pool.ints(30_000);
    assertThat(pool.bytes()).isZero();
    pool.giveBack(bytes);
    pool.giveBack(ints);
    assertThat(pool.bytes()).isEqualTo(220_000);

    assertThat(pool.bytes(90_000)).isSameAs(bytes);
    assertThat(pool.bytes(90_000)).as("one that is in use").isNotSameAs(bytes).hasSize(90_000);
    assertThat(pool.ints(30_000)).isSameAs(ints);
    assertThat(pool.bytes()).isZero();
  }

  @Test
  void handsOutAnArrayThatWasReturnedTwiceOnlyOnce() {
    byte[] bytes = new byte[5000];
    pool.giveBack(bytes);
    pool.giveBack(bytes);

    assertThat(pool.bytes()).isEqualTo(5000);
    assertThat(pool.bytes(5000)).isSameAs(bytes);
    assertThat(pool.bytes(5000)).isNotSameAs(bytes);
  }

  @Test
  void theShortestArrayIsTakenThatIsLongEnoughAndNotMuchTooLong() {
    byte[] four = new byte[4 << 20];
    byte[] three = new byte[3 << 20];
    pool.giveBack(four);
    pool.giveBack(three);

    assertThat(pool.bytes(1 << 20)).hasSize(1 << 20);
    assertThat(pool.bytes((2 << 20) + 1)).isSameAs(three);
    assertThat(pool.bytes((2 << 20) + 1)).isSameAs(four);
  }

  @Test
  void evictsTheOldestArraysBeyondItsLimit() {
    byte[][] arrays = new byte[20][1 << 20];
    for (byte[] array : arrays) {
      pool.giveBack(array);
      assertThat(pool.bytes()).isLessThanOrEqualTo(10 << 20);
    }
    for (int i = 10; i < 20; i++) {
      assertThat(pool.bytes(1 << 20)).isSameAs(arrays[i]);
    }
    assertThat(pool.bytes()).isZero();
    pool.giveBack(new byte[11 << 20]);
    assertThat(pool.bytes()).as("one that is larger than the pool").isZero();
    for (int i = 0; i < 1000; i++) {
      pool.giveBack(new byte[2000]);
    }
    assertThat(pool.bytes()).as("as it looks at each").isLessThan(600_000);
  }

  @Test
  void workInProgressAndOtherReservesComeFirst() {
    ArrayPool other = new ArrayPool(10 << 20, budget);
    for (int i = 0; i < 10; i++) {
      pool.giveBack(new byte[1 << 20]);
      other.giveBack(new byte[1 << 20]);
    }
    try (MemoryBudget.Lease lease = budget.lease(85 << 20)) {
      assertThat(pool.bytes() + other.bytes() + lease.bytes()).isEqualTo(100 << 20);
      pool.giveBack(new byte[1 << 20]);
      assertThat(pool.bytes() + other.bytes() + lease.bytes()).isEqualTo(100 << 20);
      try (MemoryBudget.Lease rest = budget.lease(15 << 20)) {
        assertThat(pool.bytes() + other.bytes()).isZero();
        pool.giveBack(new byte[(int) rest.bytes()]);
        assertThat(pool.bytes()).isZero();
      }
    }
  }
}
