package io.azulejo.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.Warnings.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {
  private final List<String> logged = new ArrayList<>();
  private long now = Long.MAX_VALUE - 5;
  private final Warnings warnings = new Warnings(() -> now, logged::add);

  private void pass(Duration time) {
    now += time.toNanos();
  }

  @Test
  void logsOneWarningPerMinuteAndCountsTheOthers() {
    warnings.warn(Kind.RETRY, "s3://a", "first");
    pass(Duration.ofSeconds(59));
    warnings.warn(Kind.RETRY, "s3://a", "second");
    warnings.warn(Kind.RETRY, "s3://a", "third");
    pass(Duration.ofSeconds(1));
    warnings.warn(Kind.RETRY, "s3://a", "fourth");
    pass(Duration.ofSeconds(60));
    warnings.warn(Kind.RETRY, "s3://a", "fifth");

    assertThat(logged).containsExactly("first", "fourth (2 similar warnings omitted)", "fifth");
  }

  @Test
  void logsEveryKindAndPlaceByItself() {
    warnings.warn(Kind.RETRY, "s3://a", "one");
    warnings.warn(Kind.RETRY, "s3://b", "two");
    warnings.warn(Kind.SLOW_REQUEST, "s3://a", "three");

    assertThat(logged).containsExactly("one", "two", "three");
  }

  @Test
  void remembersABoundedNumberOfPlaces() {
    for (int i = 0; i <= Warnings.MAX_PLACES; i++) {
      warnings.warn(Kind.RETRY, "s3://" + i, "text");
    }
    logged.clear();

    warnings.warn(Kind.RETRY, "s3://0", "again");
    warnings.warn(Kind.RETRY, "s3://" + Warnings.MAX_PLACES, "left out");

    assertThat(logged).containsExactly("again");
  }
}
