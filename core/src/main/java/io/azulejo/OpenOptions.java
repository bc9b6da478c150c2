package io.azulejo;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The options for opening an array or a group: the time range, the key, and whether reads are
 * compared with the seal. Immutable; each setter returns a changed copy.
 */
public final class OpenOptions {
  /** Opens the current state, with the engine's key for the location. */
  public static final OpenOptions DEFAULT = new OpenOptions(null, null, false);

  private final @Nullable TimeRange times;
  private final @Nullable EncryptionKey key;
  private final boolean verified;

  private OpenOptions(@Nullable TimeRange times, @Nullable EncryptionKey key, boolean verified) {
    this.times = times;
    this.key = key;
    this.verified = verified;
  }

  /** Sets the time range whose writes are visible (default: all times up to now). */
  public OpenOptions at(TimeRange range) {
    return new OpenOptions(Objects.requireNonNull(range, "range"), key, verified);
  }

  /** Sets the encryption key, which replaces the engine's key for the location. */
  public OpenOptions key(EncryptionKey secret) {
    return new OpenOptions(times, Objects.requireNonNull(secret, "secret"), verified);
  }

  /**
   * Compares all listings and all bytes that are read with the seal next to the array ({@link
   * Maintenance#seal}), both when the array is opened and later. A missing or changed file causes a
   * {@link io.azulejo.error.CorruptDataException}. It names the file, and for a changed file the
   * offset of the changed block. A file that is not in the seal causes a {@link
   * io.azulejo.error.StorageException}.
   *
   * <p>Reads fetch whole blocks of 64 KiB. With seals that earlier releases created, each file is
   * read completely once for each opened array.
   */
  public OpenOptions verified() {
    return new OpenOptions(times, key, true);
  }

  /** Returns the time range to open, or empty to include all writes up to now. */
  public Optional<TimeRange> at() {
    return Optional.ofNullable(times);
  }

  /** Returns the encryption key; empty if the engine's key for the location applies. */
  public Optional<EncryptionKey> key() {
    return Optional.ofNullable(key);
  }

  /** Returns whether reads are compared with the seal. */
  public boolean isVerified() {
    return verified;
  }
}
