package io.azulejo.cli.argument;

import io.azulejo.Azulejo;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --key-file}, which names the file with the key of an encrypted array. */
public class KeyArgument {
  private static final int KEY_BYTES = 32;
  private static final int LONGEST_FILE = 1 << 10;

  @HelpEntry(value = Section.STORE, rare = true)
  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = {
        "key of an encrypted array (- for standard input)",
        "The file holds 32 bytes, or 64 hex digits."
      })
  private String file;

  /**
   * Reads the key, if a key file was named.
   *
   * @throws InvalidRequestException if the file does not contain a key
   * @throws NotFoundException if the file does not exist
   */
  public Optional<EncryptionKey> key(Terminal terminal) throws IOException {
    return file == null ? Optional.empty() : Optional.of(read(file, terminal));
  }

  /**
   * Creates an engine that uses the key for objects at and below a location. The caller closes it.
   */
  public Azulejo engine(Location location, Terminal terminal) throws IOException {
    Azulejo.Builder engine = terminal.engine();
    key(terminal).ifPresent(key -> engine.key(location, key));
    return engine.build();
  }

  /** Returns whether the key is read from standard input. */
  public boolean takesInput() {
    return "-".equals(file);
  }

  /**
   * Reads a key of 32 bytes or 64 hexadecimal digits. One line break after the key is ignored.
   *
   * @param file path of the key file; {@code -} for standard input
   * @throws InvalidRequestException if the file does not contain a key
   * @throws NotFoundException if the file does not exist
   */
  public static EncryptionKey read(String file, Terminal terminal) throws IOException {
    byte[] bytes = content(file, terminal);
    int end = bytes.length;
    if (end != KEY_BYTES && end > 0 && bytes[end - 1] == '\n') {
      end -= end > 1 && bytes[end - 2] == '\r' && end - 1 != KEY_BYTES ? 2 : 1;
    }
    if (end == KEY_BYTES) {
      return EncryptionKey.of(Arrays.copyOf(bytes, end));
    }
    String text = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
    if (text.matches("[0-9a-fA-F]{64}")) {
      return EncryptionKey.of(HexFormat.of().parseHex(text));
    }
    throw new InvalidRequestException(
        "the key in "
            + (file.equals("-") ? "standard input" : file)
            + " has "
            + (bytes.length > LONGEST_FILE ? "more than " + LONGEST_FILE : end)
            + " bytes; expected 32 bytes or 64 hex digits");
  }

  private static byte[] content(String file, Terminal terminal) throws IOException {
    if (file.equals("-")) {
      return terminal.in().readNBytes(LONGEST_FILE + 1);
    }
    try (InputStream in = LocalFile.open(file, "a key")) {
      return in.readNBytes(LONGEST_FILE + 1);
    } catch (NotFoundException e) {
      throw new NotFoundException("key file " + file + " does not exist");
    }
  }
}
