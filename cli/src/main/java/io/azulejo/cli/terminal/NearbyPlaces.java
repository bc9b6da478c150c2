package io.azulejo.cli.terminal;

import io.azulejo.error.NotFoundException;
import io.azulejo.error.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Suggests local paths near a path that does not exist. */
final class NearbyPlaces {
  /** Maximum number of folder entries to examine. */
  private static final int MAX_ENTRIES = 1000;

  private static final int FEW = 8;

  private NearbyPlaces() {}

  /**
   * Returns suggestions for a missing array or group as the end of a sentence; empty if the
   * location is not local or cannot be listed.
   */
  static String advice(NotFoundException failure) {
    if (!failure.isObject()) {
      return "";
    }
    try {
      Path path = Path.of(failure.location().orElse("").replaceFirst("^file://", ""));
      return path.toString().isEmpty() || path.toString().contains(":") ? "" : advice(path);
    } catch (IOException | InvalidPathException e) {
      return "";
    }
  }

  private static String advice(Path path) throws IOException {
    if (Files.isRegularFile(path)) {
      return path.toString().endsWith(".zip")
          ? "; it is a file: zip+file://" + path.toAbsolutePath() + " is what was packed into it"
          : "; it is a file, of whose rows azulejo create NEW --from FILE --write makes an array";
    }
    if (!Files.isDirectory(path)) {
      return missing(path);
    }
    if (isObject(path)) {
      return isArray(path) ? "; there is an array" : "";
    }
    for (Path above = path.getParent(); above != null; above = above.getParent()) {
      if (isObject(above)) {
        return "; it is a part of " + above;
      }
    }
    List<String> objects = names(path, true);
    return objects.isEmpty()
        ? "; the folder has none in it"
        : "; in that folder are "
            + String.join(", ", objects.subList(0, Math.min(FEW, objects.size())))
            + (objects.size() > FEW ? " and others" : "");
  }

  /** Returns suggestions for a missing file as the end of a sentence. */
  static String ofFile(Path path) {
    try {
      String advice = missing(path);
      return advice.contains("azulejo ls") ? "" : advice;
    } catch (IOException e) {
      return "";
    }
  }

  private static String missing(Path path) throws IOException {
    Path parent = path.toAbsolutePath().normalize().getParent();
    if (parent == null || path.getFileName() == null || !Files.isDirectory(parent)) {
      return parent == null ? "" : "; there is no folder " + parent;
    }
    return Suggestion.of(path.getFileName().toString(), names(parent, false))
        .map(name -> "; did you mean \"" + path.resolveSibling(name) + "\"?")
        .orElse("; azulejo ls lists what is in a folder");
  }

  /** Returns the sorted names of a folder's entries. */
  private static List<String> names(Path folder, boolean objects) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .limit(MAX_ENTRIES)
          .filter(entry -> !objects || isObject(entry))
          .map(entry -> entry.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  private static boolean isObject(Path folder) {
    return isArray(folder) || Files.isDirectory(folder.resolve("__group"));
  }

  private static boolean isArray(Path folder) {
    return Files.isDirectory(folder.resolve("__schema"));
  }
}
