package io.azulejo.arrow;

import java.util.Locale;

/**
 * The compression of the buffers in an Arrow stream or file. Each buffer is compressed separately.
 */
public enum ArrowCompression {
  /** No compression. Buffers are written directly from the arrays of the columns where possible. */
  NONE,
  /** LZ4 frames. */
  LZ4,
  /** ZSTD frames. */
  ZSTD;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
