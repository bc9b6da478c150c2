package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;

/** The options of {@link io.azulejo.Array#advise}: the size of the sample. Immutable. */
public final class AdviceRequest {
  /** Takes a sample of about 8 MiB. */
  public static final AdviceRequest DEFAULT = new AdviceRequest(8L << 20);

  private final long sampleBytes;

  private AdviceRequest(long sampleBytes) {
    this.sampleBytes = sampleBytes;
  }

  /**
   * Returns a copy of this request with another sample size. The sample comes from places all over
   * the array and contains at least one tile.
   *
   * @param bytes the approximate size of the cells to read, in bytes; at least 1
   * @throws InvalidRequestException if {@code bytes} is less than 1
   */
  public AdviceRequest sampleBytes(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException(
          "sample of %d bytes is too small (minimum: 1)".formatted(bytes));
    }
    return new AdviceRequest(bytes);
  }

  /** Returns the approximate size of the sample, in bytes (default: 8 MiB). */
  public long sampleBytes() {
    return sampleBytes;
  }
}
