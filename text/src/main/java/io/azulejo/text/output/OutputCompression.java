package io.azulejo.text.output;

import com.github.luben.zstd.ZstdOutputStream;
import io.azulejo.text.value.Bzip2;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Compression of a file, by its extension. */
public enum OutputCompression {
  /** gzip, {@code .gz}. */
  GZIP(".gz"),
  /** Zstandard, {@code .zst}. */
  ZSTD(".zst"),
  /** bzip2, {@code .bz2}. */
  BZIP2(".bz2");

  private static final int BUFFER = 1 << 16;

  private final String ending;

  OutputCompression(String ending) {
    this.ending = ending;
  }

  /** Returns the compression by the extension of a name; empty for none. */
  public static Optional<OutputCompression> of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (OutputCompression packing : values()) {
      if (lower.endsWith(packing.ending)) {
        return Optional.of(packing);
      }
    }
    return Optional.empty();
  }

  /** Returns a name without this extension. */
  public String strip(String name) {
    return name.substring(0, name.length() - ending.length());
  }

  /** Returns a stream that compresses its input. Closing it closes the other stream. */
  public OutputStream pack(OutputStream out) throws IOException {
    return switch (this) {
      case GZIP -> new GZIPOutputStream(out, BUFFER);
      case ZSTD -> new ZstdOutputStream(out);
      case BZIP2 -> Bzip2.compress(out);
    };
  }
}
