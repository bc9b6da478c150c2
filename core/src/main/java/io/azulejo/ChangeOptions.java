package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import java.util.OptionalLong;

/** Options of a change: the timestamp that it gets. Immutable. */
public final class ChangeOptions {
  /** Now. */
  public static final ChangeOptions DEFAULT = new ChangeOptions(-1);

  private final long time;

  private ChangeOptions(long time) {
    this.time = time;
  }

  /**
   * The same, of a time.
   *
   * @param timestamp milliseconds since 1970 UTC, at least 0
   */
  public ChangeOptions at(long timestamp) {
    if (timestamp < 0) {
      throw new InvalidRequestException(
          "a change at %d: times are milliseconds since 1970, at least 0".formatted(timestamp));
    }
    return new ChangeOptions(timestamp);
  }

  /** The time in milliseconds since 1970 UTC; empty for now. */
  public OptionalLong at() {
    return time < 0 ? OptionalLong.empty() : OptionalLong.of(time);
  }
}
