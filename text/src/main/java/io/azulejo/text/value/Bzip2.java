package io.azulejo.text.value;

import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** Compresses and decompresses bzip2 streams. Needs an optional library: commons-compress. */
public final class Bzip2 {
  private Bzip2() {}

  /**
   * Returns the decompressed bytes of one or several concatenated streams.
   *
   * @throws InvalidRequestException if the library is absent
   * @throws IOException if the stream cannot be read, or does not start as bzip2
   */
  public static InputStream decompress(InputStream in) throws IOException {
    try {
      return Library.decompress(in);
    } catch (NoClassDefFoundError e) {
      throw absent();
    }
  }

  /**
   * Returns a stream that compresses its input. Closing it closes the other stream.
   *
   * @throws InvalidRequestException if the library is absent
   * @throws IOException if the other stream cannot be written
   */
  public static OutputStream compress(OutputStream out) throws IOException {
    try {
      return Library.compress(out);
    } catch (NoClassDefFoundError e) {
      throw absent();
    }
  }

  private static InvalidRequestException absent() {
    return new InvalidRequestException(
        "bzip2 requires a library; add org.apache.commons:commons-compress and its dependencies to the class path");
  }

  /** All references to the library, so that the outer class loads without it. */
  private static final class Library {
    static InputStream decompress(InputStream in) throws IOException {
      return new BZip2CompressorInputStream(in, true);
    }

    static OutputStream compress(OutputStream out) throws IOException {
      return new BZip2CompressorOutputStream(out);
    }
  }
}
