package io.azulejo;

import io.azulejo.query.TimeRange;
import java.util.Objects;
import java.util.Optional;

/** How an array or a group is opened: at which times, with which key. Immutable. */
public final class OpenOptions {
  /** Now, without a key. */
  public static final OpenOptions DEFAULT = new OpenOptions(null, null);

  private final TimeRange times;
  private final byte[] key;

  private OpenOptions(TimeRange times, byte[] key) {
    this.times = times;
    this.key = key;
  }

  /** The same, seeing what was written in these times. */
  public OpenOptions at(TimeRange range) {
    return new OpenOptions(Objects.requireNonNull(range, "range"), key);
  }

  /** The same, with a key of AES-256-GCM: 32 bytes. */
  public OpenOptions key(byte[] bytes) {
    return new OpenOptions(times, bytes.clone());
  }

  /** The times; empty for everything up to now. */
  public Optional<TimeRange> times() {
    return Optional.ofNullable(times);
  }

  /** The key (a copy). */
  public Optional<byte[]> key() {
    return Optional.ofNullable(key).map(byte[]::clone);
  }
}
