package io.azulejo.arrow;

import java.util.Objects;

/**
 * Options for writing Arrow.
 *
 * @param file whether to write a file, which supports random access, instead of a stream
 * @param compression the compression of buffers
 */
public record ArrowOptions(boolean file, ArrowCompression compression) {
  /** An uncompressed stream. */
  public static final ArrowOptions STREAM = new ArrowOptions(false, ArrowCompression.NONE);

  /** An uncompressed file. */
  public static final ArrowOptions FILE = new ArrowOptions(true, ArrowCompression.NONE);

  /** Checks that the compression is not null. */
  public ArrowOptions {
    Objects.requireNonNull(compression, "compression");
  }

  /** Returns these options with another compression. */
  public ArrowOptions withCompression(ArrowCompression other) {
    return new ArrowOptions(file, other);
  }
}
