package io.azulejo.cli.command;

import io.azulejo.SnapshotToken;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Reads and writes files that contain a snapshot token as one line of Base64. */
final class TokenFile {
  private static final int MAX_BYTES = 1 << 30;

  private TokenFile() {}

  /** Returns the content of a file with a token. */
  static String line(SnapshotToken token) {
    return Base64.getEncoder().encodeToString(token.toBytes()) + "\n";
  }

  /**
   * Reads a token from a file.
   *
   * @throws InvalidRequestException if the file does not contain a token
   * @throws io.azulejo.error.NotFoundException if the file does not exist
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
