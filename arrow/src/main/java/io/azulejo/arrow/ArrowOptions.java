package io.azulejo.arrow;

import java.util.Objects;

/**
 * Options of an {@link ArrowWriter}.
 *
 * @param file whether to write the file format, which supports random access, instead of the stream
 *     format
 * @param compression the compression of the buffers
 */
public record ArrowOptions(boolean file, ArrowCompression compression) {
  /** Options for an uncompressed stream. */
  public static final ArrowOptions STREAM = new ArrowOptions(false, ArrowCompression.NONE);

  /** Options for an uncompressed file. */
  public static final ArrowOptions FILE = new ArrowOptions(true, ArrowCompression.NONE);

  /** Checks that the compression is not null. */
  public ArrowOptions {
    Objects.requireNonNull(compression, "compression");
  }

  /** Returns a copy of these options with another compression. */
  public ArrowOptions withCompression(ArrowCompression other) {
    return new ArrowOptions(file, other);
  }
}
