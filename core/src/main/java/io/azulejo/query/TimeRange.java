package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.time.Instant;

/**
 * A time range with both ends included, in milliseconds since 1970 UTC. Ends are unsigned 64-bit
 * numbers, so -1 is the latest time.
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
          "the time range ends at %s, before it starts at %s"
              .formatted(Long.toUnsignedString(end), Long.toUnsignedString(start)));
    }
  }

  /** Returns all times up to and including {@code end}. */
  public static TimeRange until(long end) {
    return new TimeRange(0, end);
  }

  /** Returns the times from {@code start} to {@code end}, both included. */
  public static TimeRange between(long start, long end) {
    return new TimeRange(start, end);
  }

  /**
   * Returns all times up to and including {@code end}, truncated to milliseconds.
   *
   * @throws InvalidRequestException if the time is before 1970
   */
  public static TimeRange until(Instant end) {
    return until(millis(end));
  }

  /**
   * Returns the times from {@code start} to {@code end}, both included and truncated to
   * milliseconds.
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
          "time %s is before 1970, the first time of arrays".formatted(time));
    }
    return millis;
  }

  /** Returns whether a time lies within the range. */
  public boolean contains(long time) {
    return Long.compareUnsigned(start, time) <= 0 && Long.compareUnsigned(time, end) <= 0;
  }

  /** Returns whether all times from first to last lie within the range. */
  public boolean containsAll(long first, long last) {
    return contains(first) && contains(last);
  }

  /** Returns whether any time from first to last lies within the range. */
  public boolean overlaps(long first, long last) {
    return Long.compareUnsigned(first, end) <= 0 && Long.compareUnsigned(start, last) <= 0;
  }
}
