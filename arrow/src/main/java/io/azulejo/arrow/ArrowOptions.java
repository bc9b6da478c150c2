package io.azulejo.arrow;

import java.util.Objects;

/**
 * How columns are written as Arrow.
 *
 * @param file whether a file is written, which can be read at any place; else a stream
 * @param compression how buffers are compressed
 */
public record ArrowOptions(boolean file, ArrowCompression compression) {
  /** A stream, not compressed. */
  public static final ArrowOptions STREAM = new ArrowOptions(false, ArrowCompression.NONE);

  /** A file, not compressed. */
  public static final ArrowOptions FILE = new ArrowOptions(true, ArrowCompression.NONE);

  /** Checks that nothing is null. */
  public ArrowOptions {
    Objects.requireNonNull(compression, "compression");
  }

  /** The same with buffers compressed. */
  public ArrowOptions withCompression(ArrowCompression other) {
    return new ArrowOptions(file, other);
  }
}
