package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import java.util.OptionalLong;

/** The options of a change to an array or a group: the timestamp of the change. Immutable. */
public final class ChangeOptions {
  /** Uses the current time. */
  public static final ChangeOptions DEFAULT = new ChangeOptions(-1);

  private final long time;

  private ChangeOptions(long time) {
    this.time = time;
  }

  /**
   * Returns a copy of these options with a timestamp for the change (default: the current time).
   *
   * @param timestamp milliseconds since 1970-01-01 UTC, at least 0
   * @throws InvalidRequestException if the timestamp is negative
   */
  public ChangeOptions at(long timestamp) {
    if (timestamp < 0) {
      throw new InvalidRequestException(
          "change time %d is negative; use milliseconds since 1970".formatted(timestamp));
    }
    return new ChangeOptions(timestamp);
  }

  /** Returns the timestamp in milliseconds since 1970-01-01 UTC; empty for the current time. */
  public OptionalLong at() {
    return time < 0 ? OptionalLong.empty() : OptionalLong.of(time);
  }
}
