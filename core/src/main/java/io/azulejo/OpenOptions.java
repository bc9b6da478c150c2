package io.azulejo;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Options of opening an array or a group: the times, the key, and whether reads are checked against
 * its seal. Immutable.
 */
public final class OpenOptions {
  /** The current time, with the engine's key for the location. */
  public static final OpenOptions DEFAULT = new OpenOptions(null, null, false);

  private final @Nullable TimeRange times;
  private final @Nullable EncryptionKey key;
  private final boolean verified;

  private OpenOptions(@Nullable TimeRange times, @Nullable EncryptionKey key, boolean verified) {
    this.times = times;
    this.key = key;
    this.verified = verified;
  }

  /** Sets the times whose writes are visible. Default: everything up to now. */
  public OpenOptions at(TimeRange range) {
    return new OpenOptions(Objects.requireNonNull(range, "range"), key, verified);
  }

  /** Sets the key, instead of the engine's key for the location. */
  public OpenOptions key(EncryptionKey secret) {
    return new OpenOptions(times, Objects.requireNonNull(secret, "secret"), verified);
  }

  /**
   * Compares all listings and all bytes that are read, at opening and later, with the seal beside
   * the array ({@link Maintenance#seal}). A missing or changed file causes a {@link
   * io.azulejo.error.CorruptDataException} that names the file and the first byte of a changed
   * block. A file that is not in the seal causes a {@link io.azulejo.error.StorageException}.
   *
   * <p>Blocks of 64 KiB are read as a whole. With seals of earlier releases, whole files are read
   * once for each opened array.
   */
  public OpenOptions verified() {
    return new OpenOptions(times, key, true);
  }

  /** Returns the times; empty for everything up to now. */
  public Optional<TimeRange> at() {
    return Optional.ofNullable(times);
  }

  /** Returns the key; empty for the engine's key for the location, if any. */
  public Optional<EncryptionKey> key() {
    return Optional.ofNullable(key);
  }

  /** Returns whether reads are compared with the seal. */
  public boolean isVerified() {
    return verified;
  }
}
