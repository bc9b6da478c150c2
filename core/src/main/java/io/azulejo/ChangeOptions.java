package io.azulejo;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How an array or a group is created or changed: the time that the change is said to be of, and the
 * key. Immutable.
 */
public final class ChangeOptions {
  /** Now, without a key. */
  public static final ChangeOptions DEFAULT = new ChangeOptions(-1, null);

  private final long time;
  private final byte[] key;

  private ChangeOptions(long time, byte[] key) {
    this.time = time;
    this.key = key;
  }

  /**
   * The same, of a time.
   *
   * @param timestamp milliseconds since 1970 UTC, at least 0
   */
  public ChangeOptions at(long timestamp) {
    if (timestamp < 0) {
      throw new IllegalArgumentException(
          "a change at %d: times are milliseconds since 1970, at least 0".formatted(timestamp));
    }
    return new ChangeOptions(timestamp, key);
  }

  /** The same, with a key of AES-256-GCM: 32 bytes. */
  public ChangeOptions key(byte[] bytes) {
    return new ChangeOptions(time, Objects.requireNonNull(bytes, "bytes").clone());
  }

  /** The time in milliseconds since 1970 UTC; empty for now. */
  public OptionalLong at() {
    return time < 0 ? OptionalLong.empty() : OptionalLong.of(time);
  }

  /** The key (a copy). */
  public Optional<byte[]> key() {
    return Optional.ofNullable(key).map(byte[]::clone);
  }
}
