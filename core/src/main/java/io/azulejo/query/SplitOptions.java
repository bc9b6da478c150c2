package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;

/** Options for splitting a read into parts. Immutable; each setter returns a changed copy. */
@CheckReturnValue
public final class SplitOptions {
  private static final long DEFAULT_TARGET = 128L << 20;

  /**
   * Splits a read into parts of about 128 MiB of decoded bytes each. The number of parts is not
   * limited.
   */
  public static final SplitOptions DEFAULT = new SplitOptions(DEFAULT_TARGET, 1, Integer.MAX_VALUE);

  private final long targetBytes;
  private final int minimum;
  private final int maximum;

  private SplitOptions(long targetBytes, int minimum, int maximum) {
    this.targetBytes = targetBytes;
    this.minimum = minimum;
    this.maximum = maximum;
  }

  /**
   * Sets the approximate size of a part (default: 128 MiB).
   *
   * @param bytes the decoded size of the fields that are read, in bytes; at least 1
   * @throws InvalidRequestException if {@code bytes} is less than 1
   */
  public SplitOptions targetBytes(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException("target of " + bytes + " bytes is too small (minimum: 1)");
    }
    return new SplitOptions(bytes, minimum, maximum);
  }

  /**
   * Sets the minimum number of parts (default: 1). If the maximum is smaller, it is raised to this
   * number. If necessary, parts are smaller than the target size, but never smaller than a tile. A
   * read of few tiles may therefore have fewer parts.
   *
   * @param parts the minimum number of parts, at least 1
   * @throws InvalidRequestException if {@code parts} is less than 1
   */
  public SplitOptions minimum(int parts) {
    if (parts < 1) {
      throw new InvalidRequestException("minimum of " + parts + " parts is too small (minimum: 1)");
    }
    return new SplitOptions(targetBytes, parts, Math.max(parts, maximum));
  }

  /**
   * Sets the maximum number of parts (default: no maximum). If the minimum is larger, it is lowered
   * to this number. If necessary, parts are larger than the target size.
   *
   * @param parts the maximum number of parts, at least 1
   * @throws InvalidRequestException if {@code parts} is less than 1
   */
  public SplitOptions maximum(int parts) {
    if (parts < 1) {
      throw new InvalidRequestException("maximum of " + parts + " parts is too small (minimum: 1)");
    }
    return new SplitOptions(targetBytes, Math.min(minimum, parts), parts);
  }

  /** Returns the approximate size of a part, in decoded bytes. */
  public long targetBytes() {
    return targetBytes;
  }

  /** Returns the minimum number of parts. */
  public int minimum() {
    return minimum;
  }

  /** Returns the maximum number of parts; {@link Integer#MAX_VALUE} for no maximum. */
  public int maximum() {
    return maximum;
  }
}
