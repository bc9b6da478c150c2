package io.azulejo;

import io.azulejo.query.TimeRange;
import java.util.Objects;
import java.util.Optional;

/**
 * How an array or a group is opened: at which times, with which key, and whether what is read is
 * compared with its seal. Immutable.
 */
public final class OpenOptions {
  /** Now, without a key. */
  public static final OpenOptions DEFAULT = new OpenOptions(null, null, false);

  private final TimeRange times;
  private final byte[] key;
  private final boolean verified;

  private OpenOptions(TimeRange times, byte[] key, boolean verified) {
    this.times = times;
    this.key = key;
    this.verified = verified;
  }

  /** The same, seeing what was written in these times. */
  public OpenOptions at(TimeRange range) {
    return new OpenOptions(Objects.requireNonNull(range, "range"), key, verified);
  }

  /** The same, with a key of AES-256-GCM: 32 bytes. */
  public OpenOptions key(byte[] bytes) {
    return new OpenOptions(times, bytes.clone(), verified);
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
  public Optional<TimeRange> times() {
    return Optional.ofNullable(times);
  }

  /** The key (a copy). */
  public Optional<byte[]> key() {
    return Optional.ofNullable(key).map(byte[]::clone);
  }

  /** Whether what is read is compared with the seal. */
  public boolean isVerified() {
    return verified;
  }
}
