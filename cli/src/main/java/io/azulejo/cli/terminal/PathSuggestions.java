package io.azulejo.cli.terminal;

import io.azulejo.error.NotFoundException;
import io.azulejo.error.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Suggests existing local paths in place of one that was not found. */
final class PathSuggestions {
  /** Maximum number of folder entries to examine. */
  private static final int MAX_ENTRIES = 1000;

  /** Maximum number of arrays and groups to list in a message. */
  private static final int FEW = 8;

  private PathSuggestions() {}

  /**
   * Returns advice for a missing array or group, to append to the error message. It is empty if the
   * location is not local or its folder cannot be listed.
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
          ? "; it is an archive; use zip+file://" + path.toAbsolutePath() + " to read it"
          : "; it is a file; create an array from its rows with azulejo create NEW --from FILE --write";
    }
    if (!Files.isDirectory(path)) {
      return missing(path, "; use azulejo ls to list a folder");
    }
    if (isObject(path)) {
      return isArray(path) ? "; it is an array" : "";
    }
    for (Path above = path.getParent(); above != null; above = above.getParent()) {
      if (isObject(above)) {
        return "; it is part of " + above;
      }
    }
    List<String> objects = names(path, true);
    return objects.isEmpty()
        ? "; the folder contains no arrays or groups"
        : "; the folder contains "
            + String.join(", ", objects.subList(0, Math.min(FEW, objects.size())))
            + (objects.size() > FEW ? " and more" : "");
  }

  /** Returns advice for a missing file, to append to the error message; empty if there is none. */
  static String ofFile(Path path) {
    try {
      return missing(path, "");
    } catch (IOException e) {
      return "";
    }
  }

  private static String missing(Path path, String otherwise) throws IOException {
    Path parent = path.toAbsolutePath().normalize().getParent();
    if (parent == null || path.getFileName() == null || !Files.isDirectory(parent)) {
      return parent == null ? "" : "; folder " + parent + " does not exist";
    }
    return Suggestion.of(path.getFileName().toString(), names(parent, false))
        .map(name -> "; did you mean \"" + path.resolveSibling(name) + "\"?")
        .orElse(otherwise);
  }

  /**
   * Returns the sorted names of a folder's entries. Only the first {@link #MAX_ENTRIES} entries are
   * examined.
   *
   * @param objects whether to return only arrays and groups
   */
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
