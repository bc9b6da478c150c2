package io.azulejo.storage.objects;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a store, as the {@code Date} headers of its answers show it. Safe for use by many
 * threads.
 */
public final class StoreClock {
  private volatile long offset;

  /** A clock that agrees with the one of this machine until the first answer. */
  public StoreClock() {}

  /**
   * Sets the clock by the {@code Date} header of an answer that has just come.
   *
   * @param date the value of the header; null or text that is not a date changes nothing
   */
  public void answered(@Nullable String date) {
    if (date == null) {
      return;
    }
    try {
      Instant then = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      offset = then.toEpochMilli() - System.currentTimeMillis();
    } catch (DateTimeParseException e) {
      // A date that cannot be parsed says nothing.
    }
  }

  /** The time now by the clock of the store, in milliseconds since 1970. */
  public long now() {
    return System.currentTimeMillis() + offset;
  }
}
