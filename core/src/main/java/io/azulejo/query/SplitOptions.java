package io.azulejo.query;

import io.azulejo.error.InvalidRequestException;

/** How a read is cut into parts. Immutable. */
@CheckReturnValue
public final class SplitOptions {
  private static final long DEFAULT_TARGET = 128L << 20;

  /** Parts of about 128 MiB of decoded bytes, as many as there are then. */
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
   * The same, with parts of about so many decoded bytes of the fields that are read.
   *
   * @throws InvalidRequestException if it is less than 1
   */
  public SplitOptions targetBytes(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException("parts of " + bytes + " bytes: the least is 1");
    }
    return new SplitOptions(bytes, minimum, maximum);
  }

  /**
   * The same, with at least so many parts, smaller ones where it has to be, as far as there are
   * tiles to be cut along.
   *
   * @throws InvalidRequestException if it is less than 1
   */
  public SplitOptions minimum(int parts) {
    if (parts < 1) {
      throw new InvalidRequestException("at least " + parts + " parts: the least is 1");
    }
    return new SplitOptions(targetBytes, parts, Math.max(parts, maximum));
  }

  /**
   * The same, with at most so many parts, larger ones where it has to be.
   *
   * @throws InvalidRequestException if it is less than 1
   */
  public SplitOptions maximum(int parts) {
    if (parts < 1) {
      throw new InvalidRequestException("at most " + parts + " parts: the least is 1");
    }
    return new SplitOptions(targetBytes, Math.min(minimum, parts), parts);
  }

  /** About how many decoded bytes a part has. */
  public long targetBytes() {
    return targetBytes;
  }

  /** The fewest parts that are wanted. */
  public int minimum() {
    return minimum;
  }

  /** The most parts. */
  public int maximum() {
    return maximum;
  }
}
