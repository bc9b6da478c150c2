package io.azulejo.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Answers that are kept. */
class AnswerCacheTest {
  @Test
  void theLeastUsedGoWhenThereIsNoMoreRoom() {
    AnswerCache cache = new AnswerCache(10_000);
    for (int i = 0; i < 100; i++) {
      cache.put("key " + i, new byte[1_000]);
      cache.get("key 0");
      assertThat(cache.size()).isLessThanOrEqualTo(10_000);
    }
    assertThat(cache.get("key 0")).isNotNull();
    assertThat(cache.get("key 1")).isNull();
    assertThat(cache.get("key 99")).isNotNull();
  }

  @Test
  void whatIsTooLargeIsNotKept() {
    AnswerCache cache = new AnswerCache(10_000);
    cache.put("large", new byte[5_000]);
    assertThat(cache.get("large")).isNull();
    assertThat(cache.size()).isZero();
  }
}
