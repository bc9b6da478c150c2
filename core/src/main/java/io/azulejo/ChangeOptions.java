package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import java.util.OptionalLong;

/** Options of a change: its timestamp. Immutable. */
public final class ChangeOptions {
  /** Uses the current time. */
  public static final ChangeOptions DEFAULT = new ChangeOptions(-1);

  private final long time;

  private ChangeOptions(long time) {
    this.time = time;
  }

  /**
   * Sets the timestamp of the change. Default: the current time.
   *
   * @param timestamp milliseconds since 1970 UTC, at least 0
   * @throws InvalidRequestException if the timestamp is negative
   */
  public ChangeOptions at(long timestamp) {
    if (timestamp < 0) {
      throw new InvalidRequestException(
          "change time %d is negative; use milliseconds since 1970".formatted(timestamp));
    }
    return new ChangeOptions(timestamp);
  }

  /** Returns the timestamp in milliseconds since 1970 UTC; empty for the current time. */
  public OptionalLong at() {
    return time < 0 ? OptionalLong.empty() : OptionalLong.of(time);
  }
}
