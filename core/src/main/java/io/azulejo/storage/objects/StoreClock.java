package io.azulejo.storage.objects;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** The clock of a store, derived from the {@code Date} headers of its responses. Thread-safe. */
public final class StoreClock {
  private volatile long offset;

  /** Creates a clock that equals this machine's clock until the first response. */
  public StoreClock() {}

  /**
   * Sets the clock to the {@code Date} header of a response that was just received.
   *
   * @param date value of the header; null and invalid dates are ignored
   */
  public void answered(@Nullable String date) {
    if (date == null) {
      return;
    }
    try {
      Instant then = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      offset = then.toEpochMilli() - System.currentTimeMillis();
    } catch (DateTimeParseException e) {
      // Invalid dates are ignored.
    }
  }

  /** Returns the current time by the store's clock, in milliseconds since 1970. */
  public long now() {
    return System.currentTimeMillis() + offset;
  }
}
