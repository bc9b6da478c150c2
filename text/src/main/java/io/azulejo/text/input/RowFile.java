package io.azulejo.text.input;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.value.Unpacked;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A file of rows that can be read more than once. */
public interface RowFile {
  /** What messages call it. */
  String name();

  /** A new stream of its bytes from the first one on, which the caller closes. */
  InputStream open() throws IOException;

  /**
   * The same, unpacked where gzip, zstd or bzip2 packed them.
   *
   * @throws InvalidRequestException if what is packed is damaged, also from the stream
   */
  default InputStream unpacked() throws IOException {
    InputStream in = open();
    try {
      return Unpacked.of(in);
    } catch (Throwable e) {
      in.close();
      throw e;
    }
  }

  /** Whether gzip, zstd or bzip2 packed it. */
  default boolean isPacked() throws IOException {
    try (InputStream in = open()) {
      return Unpacked.isPacked(in);
    }
  }

  /** How many bytes there are, as they are packed; 0 where that is not known. */
  long size();

  /** After how many bytes one should stop if one is going to read it again. */
  default long lookAhead() {
    return Long.MAX_VALUE;
  }

  /** What messages call files that are read together. */
  static String name(List<? extends RowFile> files) {
    String first = files.get(0).name();
    int more = files.size() - 1;
    return more == 0
        ? first
        : "%s and %,d more file%s".formatted(first, more, more == 1 ? "" : "s");
  }

  /** A stream, which can be opened once. */
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
