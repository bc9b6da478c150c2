package io.azulejo.cli.argument;

import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Expands file patterns with {@code *}, {@code ?}, {@code [...]}, {@code {...}} and {@code **} in
 * the same way as shells.
 */
final class FilePattern {
  private static final String SIGNS = "*?[{";

  private FilePattern() {}

  /**
   * Returns the files that match a pattern, sorted by path. A text that is {@code -}, the path of
   * an existing file, or not a pattern is returned unchanged.
   *
   * @throws NotFoundException if no file matches
   * @throws InvalidRequestException if the pattern is invalid
   */
  static List<String> files(String text) {
    if (text.equals("-") || text.chars().noneMatch(c -> SIGNS.indexOf(c) >= 0) || isFile(text)) {
      return List.of(text);
    }
    int sign = 0;
    while (SIGNS.indexOf(text.charAt(sign)) < 0) {
      sign++;
    }
    int end = text.lastIndexOf('/', sign) + 1;
    Path folder = LocalFile.path(text.substring(0, end));
    String pattern = text.substring(end);
    int depth = pattern.contains("**") ? Integer.MAX_VALUE : pattern.split("/", -1).length;
    try (Stream<Path> all = Files.walk(folder, depth)) {
      PathMatcher matcher =
          FileSystems.getDefault().getPathMatcher("glob:" + matchingNoFolder(pattern));
      List<String> found =
          all.filter(path -> matcher.matches(folder.relativize(path)))
              .filter(path -> !isHidden(folder.relativize(path)))
              .filter(Files::isRegularFile)
              .map(Path::toString)
              .sorted()
              .toList();
      if (found.isEmpty()) {
        throw new NotFoundException("no file matches " + text);
      }
      return found;
    } catch (PatternSyntaxException e) {
      throw new InvalidRequestException(text + " is not a valid pattern: " + e.getDescription());
    } catch (UncheckedIOException e) {
      throw LocalFile.failed("read", folder.toString(), e.getCause());
    } catch (IOException e) {
      throw LocalFile.failed("read", folder.toString(), e);
    }
  }

  /**
   * Rewrites a pattern so that {@code **} also matches zero folders, as in shells. Java's patterns
   * require at least one.
   */
  private static String matchingNoFolder(String pattern) {
    StringBuilder all = new StringBuilder();
    int depth = 0;
    for (int at = 0; at < pattern.length(); at++) {
      char c = pattern.charAt(at);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      boolean first = at == 0 || pattern.charAt(at - 1) == '/';
      if (first && depth == 0 && pattern.startsWith("**/", at)) {
        all.append("{**/,}");
        at += 2;
      } else {
        all.append(c);
      }
    }
    return all.toString();
  }

  /** Returns whether a name in the path starts with a dot. */
  private static boolean isHidden(Path path) {
    for (Path part : path) {
      if (part.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isFile(String text) {
    try {
      return Files.exists(Path.of(text));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
