package io.azulejo.cli.terminal;

import io.azulejo.error.InvalidRequestException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of settings: lines of a name and a value, separated by = or blanks. Empty lines and lines
 * that start with # are comments. Values are never printed.
 *
 * <p>Core reads TileDB's files itself, by TileDB's rules: a value is one word, and a word with #
 * begins a comment. Here a value is the rest of the line, because defaults of options need blanks
 * and #. Messages about defaults name the line number.
 */
final class ConfigFile {
  private ConfigFile() {}

  /**
   * A setting.
   *
   * @param number the line number, starting at 1
   */
  record Line(String name, String value, int number) {}

  /**
   * Reads the settings of a file, in order.
   *
   * @throws InvalidRequestException if a line has no value
   */
  static List<Line> read(String file) throws IOException {
    List<Line> read = new ArrayList<>();
    try (InputStream in = LocalFile.open(file, "settings");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String text = line.strip();
        if (!text.isEmpty() && !text.startsWith("#")) {
          read.add(line(text, file, number));
        }
      }
    }
    return read;
  }

  private static Line line(String text, String file, int number) {
    int end = 0;
    while (end < text.length() && text.charAt(end) != '=' && text.charAt(end) > ' ') {
      end++;
    }
    String value = text.substring(end).strip();
    if (value.startsWith("=")) {
      value = value.substring(1).strip();
    }
    if (end == 0 || value.isEmpty()) {
      throw new InvalidRequestException(
          "%s, line %d: expected NAME = VALUE, such as vfs.s3.region = eu-west-1"
              .formatted(file, number));
    }
    return new Line(text.substring(0, end), value, number);
  }
}
