package io.azulejo.text.input;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.value.Decompression;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A file of rows. It can be opened repeatedly unless an implementation says otherwise. */
public interface RowFile {
  /** Returns the name of the file for messages. */
  String name();

  /** Opens a new stream at the start of the file. The caller closes it. */
  InputStream open() throws IOException;

  /**
   * Opens a stream and decompresses gzip, zstd or bzip2 data. The caller closes it.
   *
   * @throws InvalidRequestException if compressed data is damaged; reads of the stream throw it too
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

  /** Returns the size of the file in bytes, before decompression, or 0 if it is unknown. */
  long size();

  /** Returns the maximum number of bytes that a reader may read if it will open the file again. */
  default long lookAhead() {
    return Long.MAX_VALUE;
  }

  /**
   * Returns a name for a list of files in messages: the first name and the number of further files.
   */
  static String name(List<? extends RowFile> files) {
    String first = files.get(0).name();
    int more = files.size() - 1;
    return more == 0
        ? first
        : "%s and %,d more file%s".formatted(first, more, more == 1 ? "" : "s");
  }

  /** Wraps a stream as a file that can be opened only once. */
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
