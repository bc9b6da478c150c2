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
 * A parser for the command line's configuration file. Each line holds a name and a value, separated
 * by {@code =} or blanks. Empty lines and lines that start with {@code #} are ignored. Error
 * messages never show values, because they can be secrets.
 *
 * <p>The core module parses TileDB's configuration files by TileDB's rules, where a value is one
 * word and {@code #} starts a comment anywhere. Here, the value is the rest of the line, because
 * defaults of options can contain blanks and {@code #}.
 */
final class ConfigFile {
  private ConfigFile() {}

  /**
   * A setting in a configuration file.
   *
   * @param name the name, such as {@code vfs.s3.region}
   * @param value the rest of the line without surrounding blanks; not empty
   * @param number the line number, starting at 1
   */
  record Line(String name, String value, int number) {}

  /**
   * Parses a configuration file and returns its settings in file order.
   *
   * @param file path of the file
   * @throws InvalidRequestException if a line is not a name with a value, or if the path is a
   *     folder
   * @throws io.azulejo.error.NotFoundException if the file does not exist
   * @throws io.azulejo.error.StorageException if the file cannot be read
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
