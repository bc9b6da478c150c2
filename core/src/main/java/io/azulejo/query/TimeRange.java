package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;
import java.time.Instant;

/**
 * A time range in milliseconds since 1970-01-01 UTC, both ends inclusive. The ends are unsigned
 * 64-bit numbers, so -1 stands for the latest possible time.
 *
 * @param start the first millisecond
 * @param end the last millisecond
 */
public record TimeRange(long start, long end) {
  /** All times. */
  public static final TimeRange ALL = new TimeRange(0, -1);

  /**
   * Checks that the end is not before the start.
   *
   * @throws InvalidRequestException if the end is before the start
   */
  public TimeRange {
    if (Long.compareUnsigned(start, end) > 0) {
      throw new InvalidRequestException(
          "the time range ends at %s, before it starts at %s"
              .formatted(Long.toUnsignedString(end), Long.toUnsignedString(start)));
    }
  }

  /**
   * Returns the range of all times up to and including {@code end}.
   *
   * @param end milliseconds since 1970-01-01 UTC
   */
  public static TimeRange until(long end) {
    return new TimeRange(0, end);
  }

  /**
   * Returns the range from {@code start} to {@code end}, both inclusive.
   *
   * @param start milliseconds since 1970-01-01 UTC
   * @param end milliseconds since 1970-01-01 UTC
   * @throws InvalidRequestException if the end is before the start
   */
  public static TimeRange between(long start, long end) {
    return new TimeRange(start, end);
  }

  /**
   * Returns the range of all times up to and including {@code end}, which is truncated to
   * milliseconds.
   *
   * @throws InvalidRequestException if {@code end} is before 1970
   */
  public static TimeRange until(Instant end) {
    return until(millis(end));
  }

  /**
   * Returns the range from {@code start} to {@code end}, both inclusive and truncated to
   * milliseconds.
   *
   * @throws InvalidRequestException if a time is before 1970, or the end is before the start
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

  /**
   * Returns whether a time lies in this range.
   *
   * @param time milliseconds since 1970-01-01 UTC
   */
  public boolean contains(long time) {
    return Long.compareUnsigned(start, time) <= 0 && Long.compareUnsigned(time, end) <= 0;
  }

  /** Returns whether all times from {@code first} to {@code last} lie in this range. */
  public boolean containsAll(long first, long last) {
    return contains(first) && contains(last);
  }

  /** Returns whether at least one time from {@code first} to {@code last} lies in this range. */
  public boolean overlaps(long first, long last) {
    return Long.compareUnsigned(first, end) <= 0 && Long.compareUnsigned(start, last) <= 0;
  }
}
