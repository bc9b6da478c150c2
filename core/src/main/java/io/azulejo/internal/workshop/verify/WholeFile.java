package io.azulejo.internal.workshop.verify;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;

/** Reads whole files into memory. */
final class WholeFile {
  /** Maximum length of a byte array that every JVM supports. */
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private WholeFile() {}

  /**
   * Returns the bytes of a file.
   *
   * @throws UnsupportedFormatException if the file has 2 GiB or more; the message names the file
   */
  static byte[] read(Storage storage, Location file) {
    try (InputFile in = storage.open(file)) {
      if (in.size() > MAX_BYTES) {
        throw new UnsupportedFormatException(
            "%s has %,d bytes, but files of 2 GiB or more cannot be repaired"
                .formatted(file, in.size()),
            file.toString());
      }
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }
}
