package io.azulejo.text.value;

import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/**
 * Compresses and decompresses bzip2 streams with commons-compress, which is an optional dependency.
 */
public final class Bzip2 {
  private Bzip2() {}

  /**
   * Returns a stream of the decompressed data, which may consist of several concatenated bzip2
   * streams.
   *
   * @throws InvalidRequestException if the library is not on the class path
   * @throws IOException if the stream cannot be read, or does not start with a bzip2 header
   */
  public static InputStream decompress(InputStream in) throws IOException {
    try {
      return Library.decompress(in);
    } catch (NoClassDefFoundError e) {
      throw absent();
    }
  }

  /**
   * Returns a stream that compresses the bytes written to it. Closing it closes the other stream.
   *
   * @throws InvalidRequestException if the library is not on the class path
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

  /** Holds all references to the library, so that the outer class loads without it. */
  private static final class Library {
    static InputStream decompress(InputStream in) throws IOException {
      return new BZip2CompressorInputStream(in, true);
    }

    static OutputStream compress(OutputStream out) throws IOException {
      return new BZip2CompressorOutputStream(out);
    }
  }
}
