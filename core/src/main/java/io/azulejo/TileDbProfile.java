package io.azulejo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.error.Suggestion;
import io.azulejo.error.UnsupportedFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads TileDB profiles, which are named groups of settings in the file {@code profiles.json}. The
 * file contains one JSON object with a number {@code version} and one object per profile. The
 * members of a profile are its settings. Exception messages never contain values, because values
 * may be secret.
 */
final class TileDbProfile {
  /** The name of the profile if only a folder is given, as in TileDB. */
  static final String DEFAULT_NAME = "default";

  private static final String FILE = "profiles.json";
  private static final int MAX_BYTES = 1 << 20;

  private TileDbProfile() {}

  /** Returns the default folder of {@code profiles.json}, as in TileDB. */
  static Path defaultFolder() {
    return Path.of(System.getProperty("user.home", ""), ".tiledb");
  }

  /**
   * Reads a profile and returns its settings by name.
   *
   * @throws NotFoundException if the file or the profile does not exist
   * @throws InvalidRequestException if the file is not valid or is too large
   * @throws StorageException if the file cannot be read
   * @throws UnsupportedFormatException if the JSON library is not on the class path
   */
  static Map<String, String> read(Path folder, String name) {
    Path file = folder.resolve(FILE);
    byte[] bytes = bytes(file);
    try {
      return new Profiles(file).profile(bytes, name);
    } catch (NoClassDefFoundError e) {
      throw new UnsupportedFormatException(
          "cannot read '%s': add com.fasterxml.jackson.core:jackson-core to the class path"
              .formatted(file));
    }
  }

  private static byte[] bytes(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new InvalidRequestException(
            "cannot read '%s': it has more than %d bytes, the limit for profiles"
                .formatted(file, MAX_BYTES));
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw new NotFoundException(
          "cannot read the profiles '%s': the file does not exist".formatted(file),
          file.toString(),
          e);
    } catch (IOException e) {
      throw new StorageException(
          "cannot read the profiles '%s': %s".formatted(file, e), file.toString(), e, false);
    }
  }

  /** Parses the file as JSON. Only this class uses the optional JSON library. */
  private static final class Profiles {
    /** The name of the member that is not a profile. */
    private static final String VERSION = "version";

    /** Maximum nesting depth of the JSON; valid files have a depth of 2. */
    private static final int MAX_DEPTH = 20;

    private final Path file;

    Profiles(Path file) {
      this.file = file;
    }

    Map<String, String> profile(byte[] bytes, String name) {
      JsonFactory factory =
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
              .build();
      try (JsonParser json = factory.createParser(bytes)) {
        return profile(json, name);
      } catch (JsonProcessingException e) {
        throw invalid(e.getLocation());
      } catch (IOException e) {
        throw invalid(null);
      }
    }

    private Map<String, String> profile(JsonParser json, String name) throws IOException {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw wrong(json, "expected an object of profiles");
      }
      Map<String, String> found = null;
      Set<String> names = new TreeSet<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String next = json.currentName();
        if (!names.add(next)) {
          throw twice(json, next);
        }
        json.nextToken();
        if (next.equals(name) && !next.equals(VERSION)) {
          found = settings(json, name);
        } else {
          json.skipChildren();
        }
      }
      if (json.nextToken() != null) {
        throw wrong(json, "expected the end of the file");
      }
      if (found == null) {
        names.remove(VERSION);
        throw new NotFoundException(
            "profile \"%s\" not found in '%s'%s"
                .formatted(
                    name,
                    file,
                    Suggestion.of(name, names)
                        .map("; did you mean \"%s\"?"::formatted)
                        .orElse("; " + Suggestion.valid(names))),
            file.toString());
      }
      return found;
    }

    private Map<String, String> settings(JsonParser json, String profile) throws IOException {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw wrong(json, "profile \"%s\" is not an object".formatted(profile));
      }
      Map<String, String> settings = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String setting = json.currentName();
        if (settings.containsKey(setting)) {
          throw twice(json, setting);
        }
        if (json.nextToken() != JsonToken.VALUE_STRING) {
          throw wrong(json, "the value of \"%s\" is not a string".formatted(setting));
        }
        settings.put(setting, json.getText());
      }
      return settings;
    }

    private InvalidRequestException twice(JsonParser json, String name) {
      return wrong(json, "\"%s\" occurs twice; remove one".formatted(name));
    }

    private InvalidRequestException wrong(JsonParser json, String reason) {
      return wrong(json.currentTokenLocation(), reason);
    }

    /**
     * Returns an exception for invalid JSON. It does not have the library's exception as its cause,
     * because the message of that exception quotes the file.
     */
    private InvalidRequestException invalid(@Nullable JsonLocation at) {
      return wrong(at, "it is not valid JSON, or is nested too deeply");
    }

    private InvalidRequestException wrong(@Nullable JsonLocation at, String reason) {
      return new InvalidRequestException(
          "cannot read '%s'%s: %s"
              .formatted(
                  file,
                  at == null
                      ? ""
                      : ", line %d, column %d".formatted(at.getLineNr(), at.getColumnNr()),
                  reason));
    }
  }
}
