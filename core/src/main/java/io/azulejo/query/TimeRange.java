package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.time.Instant;

/**
 * A span of time, both ends included, in milliseconds since 1970 UTC (as unsigned 64 bits, so that
 * -1 is the end of all times).
 *
 * @param start the first millisecond
 * @param end the last millisecond
 */
public record TimeRange(long start, long end) {
  /** All times. */
  public static final TimeRange ALL = new TimeRange(0, -1);

  /** Checks that the end is not before the start. */
  public TimeRange {
    if (Long.compareUnsigned(start, end) > 0) {
      throw new InvalidRequestException(
          "a time range ends at %s, before it starts at %s: give an end that is not earlier"
              .formatted(Long.toUnsignedString(end), Long.toUnsignedString(start)));
    }
  }

  /** Everything up to a time, included. */
  public static TimeRange until(long end) {
    return new TimeRange(0, end);
  }

  /** From a time to another, both included. */
  public static TimeRange between(long start, long end) {
    return new TimeRange(start, end);
  }

  /**
   * Returns everything up to a time, included, to the millisecond.
   *
   * @throws InvalidRequestException if the time is before 1970
   */
  public static TimeRange until(Instant end) {
    return until(millis(end));
  }

  /**
   * Returns a span of time, both ends included, to the millisecond.
   *
   * @throws InvalidRequestException if a time is before 1970
   */
  public static TimeRange between(Instant start, Instant end) {
    return between(millis(start), millis(end));
  }

  private static long millis(Instant time) {
    long millis = time.toEpochMilli();
    if (millis < 0) {
      throw new InvalidRequestException(
          "time %s is before 1970; timestamps of arrays begin there".formatted(time));
    }
    return millis;
  }

  /** Whether a time lies within. */
  public boolean contains(long time) {
    return Long.compareUnsigned(start, time) <= 0 && Long.compareUnsigned(time, end) <= 0;
  }

  /** Whether the times from first to last all lie within. */
  public boolean containsAll(long first, long last) {
    return contains(first) && contains(last);
  }

  /** Whether any of the times from first to last lies within. */
  public boolean overlaps(long first, long last) {
    return Long.compareUnsigned(first, end) <= 0 && Long.compareUnsigned(start, last) <= 0;
  }
}
