package io.azulejo.cli.command;

import io.azulejo.SnapshotToken;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Reads and writes a snapshot token as a line of Base64. */
final class TokenFile {
  private static final int MAX_BYTES = 1 << 30;

  private TokenFile() {}

  /** Returns the line for a token. */
  static String line(SnapshotToken token) {
    return Base64.getEncoder().encodeToString(token.toBytes()) + "\n";
  }

  /**
   * Reads a token from a file.
   *
   * @throws InvalidRequestException if the file holds something else
   */
  static SnapshotToken read(String file) throws IOException {
    try (InputStream in = LocalFile.open(file, "a snapshot token")) {
      String text = new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1);
      return SnapshotToken.of(Base64.getDecoder().decode(text.strip()));
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(
          file + " does not contain a token; create one with 'azulejo info URI --token > FILE'");
    }
  }
}
