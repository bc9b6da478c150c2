package io.azulejo;

import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an array or a group is opened: at which times, with which key, and whether what is read is
 * compared with its seal. Immutable.
 */
public final class OpenOptions {
  /** Now, with the key that the engine has for the location. */
  public static final OpenOptions DEFAULT = new OpenOptions(null, null, false);

  private final @Nullable TimeRange times;
  private final @Nullable EncryptionKey key;
  private final boolean verified;

  private OpenOptions(@Nullable TimeRange times, @Nullable EncryptionKey key, boolean verified) {
    this.times = times;
    this.key = key;
    this.verified = verified;
  }

  /** The same, seeing what was written in these times. */
  public OpenOptions at(TimeRange range) {
    return new OpenOptions(Objects.requireNonNull(range, "range"), key, verified);
  }

  /** The same, with a key, in place of the one that the engine has for the location. */
  public OpenOptions key(EncryptionKey secret) {
    return new OpenOptions(times, Objects.requireNonNull(secret, "secret"), verified);
  }

  /**
   * The same, but every byte that is read, at opening and later, is compared with the seal beside
   * the array ({@link Maintenance#seal}), and every listing: what is missing or changed is a {@link
   * io.azulejo.error.CorruptDataException} that names the file, and of a changed one the first byte
   * of the block. What the seal does not know is refused with a {@link
   * io.azulejo.error.StorageException}. Blocks of 64 KiB are read as a whole; files of seals that
   * were made by earlier releases are read as a whole once for each array that is opened.
   */
  public OpenOptions verified() {
    return new OpenOptions(times, key, true);
  }

  /** The times; empty for everything up to now. */
  public Optional<TimeRange> at() {
    return Optional.ofNullable(times);
  }

  /** The key; empty for the one that the engine has for the location, if any. */
  public Optional<EncryptionKey> key() {
    return Optional.ofNullable(key);
  }

  /** Whether what is read is compared with the seal. */
  public boolean isVerified() {
    return verified;
  }
}
