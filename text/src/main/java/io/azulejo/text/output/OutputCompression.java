package io.azulejo.text.output;

import com.github.luben.zstd.ZstdOutputStream;
import io.azulejo.text.value.Bzip2;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Compression of an output file, determined by its extension. */
public enum OutputCompression {
  /** gzip compression, with the extension {@code .gz}. */
  GZIP(".gz"),
  /** Zstandard compression, with the extension {@code .zst}. */
  ZSTD(".zst"),
  /** bzip2 compression, with the extension {@code .bz2}. */
  BZIP2(".bz2");

  private static final int BUFFER = 1 << 16;

  private final String ending;

  OutputCompression(String ending) {
    this.ending = ending;
  }

  /**
   * Returns the compression that the extension of a file name indicates, or empty if there is none.
   */
  public static Optional<OutputCompression> of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (OutputCompression packing : values()) {
      if (lower.endsWith(packing.ending)) {
        return Optional.of(packing);
      }
    }
    return Optional.empty();
  }

  /** Removes the extension of this compression from a file name. */
  public String strip(String name) {
    return name.substring(0, name.length() - ending.length());
  }

  /**
   * Returns a stream that compresses the bytes written to it. Closing it closes the other stream.
   *
   * @throws io.azulejo.error.InvalidRequestException if the library for bzip2 is not on the class
   *     path
   */
  public OutputStream pack(OutputStream out) throws IOException {
    return switch (this) {
      case GZIP -> new GZIPOutputStream(out, BUFFER);
      case ZSTD -> new ZstdOutputStream(out);
      case BZIP2 -> Bzip2.compress(out);
    };
  }
}
