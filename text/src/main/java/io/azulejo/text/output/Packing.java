package io.azulejo.text.output;

import com.github.luben.zstd.ZstdOutputStream;
import io.azulejo.text.value.Bzip2;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** How a file is packed, by the end of its name. */
public enum Packing {
  /** gzip, {@code .gz}. */
  GZIP(".gz"),
  /** Zstandard, {@code .zst}. */
  ZSTD(".zst"),
  /** bzip2, {@code .bz2}. */
  BZIP2(".bz2");

  private static final int BUFFER = 1 << 16;

  private final String ending;

  Packing(String ending) {
    this.ending = ending;
  }

  /** The packing that a name says; empty for none. */
  public static Optional<Packing> of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (Packing packing : values()) {
      if (lower.endsWith(packing.ending)) {
        return Optional.of(packing);
      }
    }
    return Optional.empty();
  }

  /** A name without its end. */
  public String strip(String name) {
    return name.substring(0, name.length() - ending.length());
  }

  /** A stream that packs what is written to it. Closing it closes the other one. */
  public OutputStream pack(OutputStream out) throws IOException {
    return switch (this) {
      case GZIP -> new GZIPOutputStream(out, BUFFER);
      case ZSTD -> new ZstdOutputStream(out);
      case BZIP2 -> Bzip2.compress(out);
    };
  }
}
