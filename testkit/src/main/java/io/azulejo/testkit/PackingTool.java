package io.azulejo.testkit;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** The ways in which people pack files, each a file of one stream. */
public enum PackingTool {
  /** As {@code gzip} does. */
  GZIP,
  /** As {@code zstd} does. */
  ZSTD,
  /** As {@code bzip2} does. */
  BZIP2;

  /** Some bytes, packed. */
  public byte[] pack(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = stream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  /** The bytes that were packed. */
  public byte[] unpack(byte[] packed) throws IOException {
    try (InputStream in = stream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    }
  }

  private InputStream stream(InputStream in) throws IOException {
    return switch (this) {
      case GZIP -> new GZIPInputStream(in);
      case ZSTD -> new ZstdInputStream(in);
      case BZIP2 -> new BZip2CompressorInputStream(in);
    };
  }

  private OutputStream stream(OutputStream out) throws IOException {
    return switch (this) {
      case GZIP -> new GZIPOutputStream(out);
      case ZSTD -> new ZstdOutputStream(out);
      case BZIP2 -> new BZip2CompressorOutputStream(out);
    };
  }
}
