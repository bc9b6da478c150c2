package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads TileDB configuration files. Each line contains one setting: a name and a value, separated
 * by blanks. A {@code #} begins a comment at the start of a line, or at the start of a word after
 * the value. Exception messages never contain values, because values may be secret.
 */
final class TileDbConfigFile {
  private TileDbConfigFile() {}

  /**
   * Parses a configuration file, and returns its settings by name in file order.
   *
   * @throws NotFoundException if the file does not exist
   * @throws StorageException if the file cannot be read
   * @throws InvalidRequestException if a line is not a setting
   */
  static Map<String, String> read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw new NotFoundException(
          "cannot read the configuration file '%s': it does not exist".formatted(file),
          file.toString(),
          e);
    } catch (IOException e) {
      throw new StorageException(
          "cannot read the configuration file '%s': %s".formatted(file, e),
          file.toString(),
          e,
          false);
    }
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] words = line.split("\\s+");
      if (words.length < 2 || words[1].startsWith("#") || !endsAfterValue(words)) {
        throw new InvalidRequestException(
            "cannot read '%s', line %d: expected a name and a value, such as vfs.s3.region eu-west-1"
                .formatted(file, i + 1));
      }
      settings.put(words[0], words[1]);
    }
    return settings;
  }

  private static boolean endsAfterValue(String[] words) {
    return words.length == 2 || words[2].startsWith("#");
  }
}
