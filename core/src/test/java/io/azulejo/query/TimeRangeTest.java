package io.azulejo.query;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeRangeTest {
  @Test
  void instantsCountInMilliseconds() {
    Instant start = Instant.parse("1970-01-01T00:00:01Z");
    Instant end = Instant.parse("1970-01-01T00:00:02.0039Z");

    assertThat(TimeRange.until(end)).isEqualTo(TimeRange.until(2003));
    assertThat(TimeRange.between(start, end)).isEqualTo(TimeRange.between(1000, 2003));
  }

  @Test
  void instantsBefore1970AreRefused() {
    refuses(
        InvalidRequestException.class,
        () -> TimeRange.until(Instant.parse("1969-12-31T23:59:59Z")));
  }
}
