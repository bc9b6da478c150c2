package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;

/** Options for dividing a read into parts. Immutable. */
@CheckReturnValue
public final class SplitOptions {
  private static final long DEFAULT_TARGET = 128L << 20;

  /** Parts of about 128 MiB of decoded bytes, in any number. */
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
   * Sets the approximate size of a part, in decoded bytes of the fields that are read. Default: 128
   * MiB.
   *
   * @throws InvalidRequestException if it is less than 1
   */
  public SplitOptions targetBytes(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException("target of " + bytes + " bytes is too small (minimum: 1)");
    }
    return new SplitOptions(bytes, minimum, maximum);
  }

  /**
   * Sets the minimum number of parts, and raises a smaller maximum. Parts become smaller than the
   * target size if necessary, but are never smaller than a tile. Default: 1.
   *
   * @throws InvalidRequestException if it is less than 1
   */
  public SplitOptions minimum(int parts) {
    if (parts < 1) {
      throw new InvalidRequestException("minimum of " + parts + " parts is too small (minimum: 1)");
    }
    return new SplitOptions(targetBytes, parts, Math.max(parts, maximum));
  }

  /**
   * Sets the maximum number of parts, and lowers a greater minimum. Parts become larger than the
   * target size if necessary. Default: no maximum.
   *
   * @throws InvalidRequestException if it is less than 1
   */
  public SplitOptions maximum(int parts) {
    if (parts < 1) {
      throw new InvalidRequestException("maximum of " + parts + " parts is too small (minimum: 1)");
    }
    return new SplitOptions(targetBytes, Math.min(minimum, parts), parts);
  }

  /** Returns the approximate size of a part in decoded bytes. */
  public long targetBytes() {
    return targetBytes;
  }

  /** Returns the minimum number of parts. */
  public int minimum() {
    return minimum;
  }

  /** Returns the maximum number of parts. */
  public int maximum() {
    return maximum;
  }
}
