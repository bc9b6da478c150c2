package io.azulejo.cli;

import io.azulejo.OpenOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is opened, at which times, with which key. */
final class OpenArguments {
  private static final int KEY_BYTES = 32;
  private static final int LONGEST_KEY_FILE = 1 << 10;

  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "A path or a URI, such as samples/grid or file:///data/grid.")
  private String uri;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "The key of an encrypted array: 32 bytes, or the same in 64 hex digits; - is standard"
              + " input.")
  private String keyFile;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "As it was at a time: milliseconds since 1970, or ISO 8601 (in UTC where it does not say"
              + " otherwise), such as 2024-05-31 or 2024-05-31T12:30:00.250Z.")
  private String at;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Only what was written at this time or later.")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Only what was written at this time or earlier.")
  private String to;

  /** Where it is. */
  Location location() {
    return locate(uri);
  }

  /** The location that a URI or path names. */
  static Location locate(String uri) {
    if (uri.isEmpty()) {
      throw new InvalidRequestException("the URI is empty; the folder here is .");
    }
    try {
      return Location.of(uri);
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException("\"" + uri + "\" is no path or URI: " + e.getMessage());
    }
  }

  /** How it is opened. */
  OpenOptions options(Terminal terminal) throws IOException {
    OpenOptions options = OpenOptions.DEFAULT;
    if (at != null && (from != null || to != null)) {
      throw new InvalidRequestException("--at stands alone; between two times is --from and --to");
    }
    if (at != null) {
      options = options.at(TimeRange.until(Ranges.time(at, "--at")));
    } else if (from != null || to != null) {
      long start = from == null ? 0 : Ranges.time(from, "--from");
      long now = System.currentTimeMillis();
      long end =
          to != null ? Ranges.time(to, "--to") : Long.compareUnsigned(start, now) > 0 ? start : now;
      if (Long.compareUnsigned(start, end) > 0) {
        throw new InvalidRequestException("--from " + from + " is later than --to " + to);
      }
      options = options.at(TimeRange.between(start, end));
    }
    return keyFile == null ? options : options.key(key(keyFile, terminal));
  }

  /** The key that a file holds. */
  static byte[] key(String file, Terminal terminal) throws IOException {
    byte[] bytes = read(file, terminal);
    int end = bytes.length;
    if (end != KEY_BYTES && end > 0 && bytes[end - 1] == '\n') {
      end -= end > 1 && bytes[end - 2] == '\r' && end - 1 != KEY_BYTES ? 2 : 1;
    }
    if (end == KEY_BYTES) {
      return java.util.Arrays.copyOf(bytes, end);
    }
    String text = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
    if (text.matches("[0-9a-fA-F]{64}")) {
      return HexFormat.of().parseHex(text);
    }
    throw new InvalidRequestException(
        "the key in "
            + (file.equals("-") ? "standard input" : file)
            + " is neither 32 bytes nor 64 hex digits: there are "
            + (bytes.length > LONGEST_KEY_FILE ? "more than " + LONGEST_KEY_FILE : end)
            + " bytes");
  }

  private static byte[] read(String file, Terminal terminal) throws IOException {
    if (file.equals("-")) {
      return terminal.in().readNBytes(LONGEST_KEY_FILE + 1);
    }
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return in.readNBytes(LONGEST_KEY_FILE + 1);
    } catch (java.nio.file.InvalidPathException e) {
      throw new InvalidRequestException("\"" + file + "\" is no path: " + e.getMessage());
    } catch (java.nio.file.NoSuchFileException e) {
      throw new io.azulejo.error.NotFoundException("there is no key file " + file);
    }
  }
}
