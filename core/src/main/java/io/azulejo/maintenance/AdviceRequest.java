package io.azulejo.maintenance;

import io.azulejo.error.InvalidRequestException;

/** Of how many cells {@link io.azulejo.Array#advise} makes its sample. Immutable. */
public final class AdviceRequest {
  /** About 8 MiB of cells. */
  public static final AdviceRequest DEFAULT = new AdviceRequest(8L << 20);

  private final long sampleBytes;

  private AdviceRequest(long sampleBytes) {
    this.sampleBytes = sampleBytes;
  }

  /**
   * The same, with another size of the sample.
   *
   * @param bytes about how many bytes of cells are read, from places all over the array; 1 or more,
   *     but never less than one tile
   */
  public AdviceRequest sampleBytes(long bytes) {
    if (bytes < 1) {
      throw new InvalidRequestException("a sample of %d bytes: give 1 or more".formatted(bytes));
    }
    return new AdviceRequest(bytes);
  }

  /** About how many bytes of cells are read; 8 MiB by default. */
  public long sampleBytes() {
    return sampleBytes;
  }
}
