package io.azulejo.arrow;

import java.util.Locale;

/** The compression of the buffers of a stream or file. Each buffer is compressed separately. */
public enum ArrowCompression {
  /** No compression: buffers are written straight from the arrays of the cells. */
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
