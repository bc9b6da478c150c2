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

/** A compression format for whole files. Each file is a single stream. */
public enum PackingTool {
  /** The format of {@code gzip}. */
  GZIP,
  /** The format of {@code zstd}. */
  ZSTD,
  /** The format of {@code bzip2}. */
  BZIP2;

  /** Compresses bytes and returns the content of the compressed file. */
  public byte[] pack(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = stream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  /** Decompresses the content of a compressed file. */
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
