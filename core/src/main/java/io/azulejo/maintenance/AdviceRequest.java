package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;

/** The size of the sample for {@link io.azulejo.Array#advise}. Immutable. */
public final class AdviceRequest {
  /** A sample of about 8 MiB. */
  public static final AdviceRequest DEFAULT = new AdviceRequest(8L << 20);

  private final long sampleBytes;

  private AdviceRequest(long sampleBytes) {
    this.sampleBytes = sampleBytes;
  }

  /**
   * Returns this request with another sample size.
   *
   * @param bytes the approximate size of the cells to read, from places all over the array (bytes);
   *     at least 1, but at least one tile is read
   * @throws InvalidRequestException if it is less than 1
   */
  public AdviceRequest sampleBytes(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException(
          "sample of %d bytes is too small (minimum: 1)".formatted(bytes));
    }
    return new AdviceRequest(bytes);
  }

  /** Returns the approximate size of the cells to read, in bytes (default: 8 MiB). */
  public long sampleBytes() {
    return sampleBytes;
  }
}
