package io.azulejo.arrow;

import java.util.Locale;

/** How the buffers of a stream or file are compressed, each by itself. */
public enum ArrowCompression {
  /** Not at all: buffers are written straight from the arrays of the cells. */
  NONE,
  /** Frames of LZ4. */
  LZ4,
  /** Frames of ZSTD. */
  ZSTD;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
