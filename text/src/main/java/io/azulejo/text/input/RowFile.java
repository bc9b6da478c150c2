package io.azulejo.text.input;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.value.Decompression;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A file of rows that can be read repeatedly. */
public interface RowFile {
  /** Returns the name of the file for messages. */
  String name();

  /** Opens a new stream from the first byte on, which the caller closes. */
  InputStream open() throws IOException;

  /**
   * Opens the stream and decompresses gzip, zstd or bzip2.
   *
   * @throws InvalidRequestException if compressed data is damaged, also from the stream
   */
  default InputStream decompressed() throws IOException {
    InputStream in = open();
    try {
      return Decompression.of(in);
    } catch (Throwable e) {
      in.close();
      throw e;
    }
  }

  /** Returns whether the file is compressed with gzip, zstd or bzip2. */
  default boolean isCompressed() throws IOException {
    try (InputStream in = open()) {
      return Decompression.isCompressed(in);
    }
  }

  /** Returns the (compressed) size in bytes; 0 if unknown. */
  long size();

  /**
   * Returns the number of bytes after which a reader should stop if the file must be read again.
   */
  default long lookAhead() {
    return Long.MAX_VALUE;
  }

  /** Returns the name of several files for messages. */
  static String name(List<? extends RowFile> files) {
    String first = files.get(0).name();
    int more = files.size() - 1;
    return more == 0
        ? first
        : "%s and %,d more file%s".formatted(first, more, more == 1 ? "" : "s");
  }

  /** Returns a stream as a file that can be opened once. */
  static RowFile of(String name, InputStream in) {
    return new RowFile() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public InputStream open() {
        return in;
      }

      @Override
      public long size() {
        return 0;
      }
    };
  }
}
