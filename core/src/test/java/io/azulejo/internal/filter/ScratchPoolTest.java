package io.azulejo.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScratchPoolTest {
  @Test
  void reusesBuffersThatTasksGrew() {
    try (ScratchPool pool = new ScratchPool(1 << 20)) {
      byte[] first = pool.apply(buffers -> buffers.buffer(100_000));
      byte[] second = pool.apply(buffers -> buffers.buffer(50_000));

      assertThat(second).isSameAs(first);
      assertThat(pool.bytes()).isGreaterThanOrEqualTo(100_000);
    }
  }

  @Test
  void keepsNoMoreThanItsLimit() {
    try (ScratchPool pool = new ScratchPool(150_000)) {
      pool.with(
          outer -> {
            outer.buffer(100_000);
            pool.with(inner -> inner.fetched(100_000));
            assertThat(pool.bytes()).isEqualTo(100_000);
          });
      assertThat(pool.bytes()).isEqualTo(100_000);

      pool.with(buffers -> buffers.fetched(200_000));
      assertThat(pool.bytes()).isLessThanOrEqualTo(150_000);
    }
  }
}
