package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.Suggestion;
import io.azulejo.error.UnsupportedFormatException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which names of files and folders in an array or a group can only be damaged ones of files that
 * count. Names of other files are not checked: users and tools leave such.
 */
public final class NameRules {
  private static final List<String> NONE = List.of("");

  /** What follows the name of a field in the file of its values of variable length. */
  private static final String VALUES = "_var";

  private static final List<String> COMMITS =
      List.of(
          ArrayPaths.WRITE_SUFFIX,
          ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX,
          ArrayPaths.IGNORE_SUFFIX,
          ArrayPaths.VACUUM_SUFFIX,
          ArrayPaths.DELETE_SUFFIX,
          ArrayPaths.UPDATE_SUFFIX,
          ArrayPaths.PENDING_VACUUM_SUFFIX);

  private static final Map<String, List<String>> SUFFIXES =
      Map.of(
          "",
          List.of(
              "",
              ArrayPaths.OK_SUFFIX,
              ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX,
              ArrayPaths.IGNORE_SUFFIX,
              ArrayPaths.VACUUM_SUFFIX,
              ArrayPaths.DELETE_SUFFIX,
              ArrayPaths.UPDATE_SUFFIX,
              ArrayPaths.PENDING_VACUUM_SUFFIX),
          ArrayPaths.COMMITS_FOLDER,
          COMMITS,
          ArrayPaths.FRAGMENTS_FOLDER,
          NONE,
          ArrayPaths.SCHEMA_FOLDER,
          NONE,
          ArrayPaths.GROUP_FOLDER,
          NONE,
          ArrayPaths.METADATA_FOLDER,
          List.of("", ArrayPaths.VACUUM_SUFFIX));

  private NameRules() {}

  /**
   * Refuses a damaged name.
   *
   * @param folder the folder that it is in, relative to the array or group; empty for the root
   * @return the name without its suffix, if it is one of those that the folder has
   * @throws CorruptDataException if no writer gives such a name, and it is nearly one that writers
   *     give
   * @throws UnsupportedFormatException if it is one of a version that cannot be read
   */
  public static Optional<FragmentName> check(String folder, String name) {
    List<String> suffixes = SUFFIXES.getOrDefault(folder, List.of());
    for (String suffix : suffixes) {
      boolean complete = !suffix.isEmpty() || name.indexOf('.') < 0;
      if (complete && name.endsWith(suffix)) {
        String stem = name.substring(0, name.length() - suffix.length());
        Optional<FragmentName> found =
            stem.indexOf('.') < 0 ? FragmentName.parse(stem) : Optional.empty();
        boolean usual = found.filter(FragmentName::isLabelled).isPresent();
        refuse(!usual && FragmentName.isNearly(stem), name, "its times, its label or its version");
        if (found.isPresent()) {
          FragmentName parsed = found.get();
          boolean twice = isTimedOnce(folder, suffix) && parsed.t1() != parsed.t2();
          refuse(twice, name, "one of its two times");
          refuse(!isOfVersion(parsed, suffix), name, "its version");
          return found;
        }
      }
    }
    for (String suffix : suffixes) {
      refuse(isNearlySuffixed(name, suffix), name, "what follows the last dot");
    }
    return Optional.empty();
  }

  /**
   * Refuses the name of a file in the folder of a fragment without metadata, if the file can only
   * be these: data files end in {@code .tdb}, files in the making in {@code .tmp}.
   *
   * @param fields supplies the names of the fields, which name data files
   * @throws CorruptDataException if it is nearly the name of the metadata, or of no kind that
   *     writers make
   */
  public static void checkBesideMissingMetadata(String name, Supplier<Set<String>> fields) {
    String right = ArrayPaths.FRAGMENT_METADATA_FILE;
    String stem = right.substring(2, right.length() - ArrayPaths.DATA_SUFFIX.length());
    boolean ofWriters =
        name.endsWith(ArrayPaths.DATA_SUFFIX) || name.endsWith(".tmp") || name.startsWith(".");
    boolean wrong =
        !ofWriters
            || name.toLowerCase(Locale.ROOT).contains(stem)
            || Suggestion.of(name, List.of(right)).isPresent();
    if (wrong && !isDataFile(name, fields.get())) {
      throw CorruptDataException.of(
          "name \"" + name + "\"",
          null,
          -1,
          "no file of a fragment is called that, and \"%s\" is missing: if it is that file, give it its right name; else move it elsewhere"
              .formatted(right));
    }
  }

  /** Returns whether a file is named by a field, as those of versions 1 to 4 are. */
  private static boolean isDataFile(String name, Set<String> fields) {
    return fields.stream()
        .anyMatch(
            field ->
                name.equals(field + ArrayPaths.DATA_SUFFIX)
                    || name.equals(field + VALUES + ArrayPaths.DATA_SUFFIX));
  }

  /** Whether files that commit are what the version in their name has. */
  private static boolean isOfVersion(FragmentName name, String suffix) {
    FormatVersion version = name.version();
    return switch (suffix) {
      case ArrayPaths.WRITE_SUFFIX -> version.splitsDirectories();
      case ArrayPaths.OK_SUFFIX -> version.hasCommitFiles() && !version.splitsDirectories();
      default -> true;
    };
  }

  /** Whether both times in a name are the same. */
  private static boolean isTimedOnce(String folder, String suffix) {
    return folder.equals(ArrayPaths.SCHEMA_FOLDER)
        || folder.equals(ArrayPaths.GROUP_FOLDER)
        || suffix.equals(ArrayPaths.DELETE_SUFFIX)
        || suffix.equals(ArrayPaths.UPDATE_SUFFIX);
  }

  /**
   * A name whose suffix is damaged, as it must have been.
   *
   * @param folder as for {@link #check}
   * @return empty if the rest is no name, or several suffixes are as near
   */
  public static Optional<String> withRightSuffix(String folder, String name) {
    List<String> right =
        SUFFIXES.getOrDefault(folder, List.of()).stream()
            .filter(suffix -> isNearlySuffixed(name, suffix))
            .map(suffix -> name.substring(0, name.length() - suffix.length()) + suffix)
            .toList();
    return right.size() == 1 ? Optional.of(right.get(0)) : Optional.empty();
  }

  /** Whether the end of a name is a suffix but for one character, and the rest a name. */
  private static boolean isNearlySuffixed(String name, String suffix) {
    int start = name.length() - suffix.length();
    if (suffix.isEmpty() || start <= 0 || name.endsWith(suffix)) {
      return false;
    }
    int different = 0;
    for (int i = 0; i < suffix.length(); i++) {
      different += name.charAt(start + i) == suffix.charAt(i) ? 0 : 1;
    }
    return different == 1 && FragmentName.isUsual(name.substring(0, start));
  }

  private static void refuse(boolean damaged, String name, String part) {
    if (damaged) {
      throw CorruptDataException.of(
          "name \"" + name + "\"",
          null,
          -1,
          "no file is called that; %s must have been damaged: give the file its right name"
              .formatted(part));
    }
  }
}
