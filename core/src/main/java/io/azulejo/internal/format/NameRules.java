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
 * Recognizes damaged names of relevant files and folders in an array or a group. Names of other
 * files are not checked, because users and tools leave such files.
 */
public final class NameRules {
  private static final List<String> NONE = List.of("");

  /** Suffix of the name of a field in the file of its variable-size values. */
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
   * @param folder the folder of the file, relative to the array or group; empty for the root
   * @return the name without its suffix, if it is valid in the folder
   * @throws CorruptDataException if the name is invalid, but similar to a valid one
   * @throws UnsupportedFormatException if the name has a version that cannot be read
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
        refuse(!usual && FragmentName.isAlmostValid(stem), name, "the times, the label or the version");
        if (found.isPresent()) {
          FragmentName parsed = found.get();
          boolean twice = hasSingleTime(folder, suffix) && parsed.t1() != parsed.t2();
          refuse(twice, name, "one of the two times");
          refuse(!isOfVersion(parsed, suffix), name, "the version");
          return found;
        }
      }
    }
    for (String suffix : suffixes) {
      refuse(hasDamagedSuffix(name, suffix), name, "the extension");
    }
    return Optional.empty();
  }

  /**
   * Refuses the name of a file in a fragment's folder without metadata, if the file may be the
   * metadata under a damaged name. Data files end in {@code .tdb}, unfinished files in {@code
   * .tmp}.
   *
   * @param fields supplies the names of the fields, which name data files
   * @throws CorruptDataException if the name is similar to the metadata's name, or is of a kind
   *     that writers do not use
   */
  public static void checkForMisnamedMetadata(String name, Supplier<Set<String>> fields) {
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
          "this is not the name of a fragment's file, and \"%s\" is missing; if this is that file, rename it; otherwise move it elsewhere"
              .formatted(right));
    }
  }

  /** Returns whether a field gives a file its name, as in versions 1 to 4. */
  private static boolean isDataFile(String name, Set<String> fields) {
    return fields.stream()
        .anyMatch(
            field ->
                name.equals(field + ArrayPaths.DATA_SUFFIX)
                    || name.equals(field + VALUES + ArrayPaths.DATA_SUFFIX));
  }

  /** Returns whether the version in a name has commit files with this suffix. */
  private static boolean isOfVersion(FragmentName name, String suffix) {
    FormatVersion version = name.version();
    return switch (suffix) {
      case ArrayPaths.WRITE_SUFFIX -> version.splitsDirectories();
      case ArrayPaths.OK_SUFFIX -> version.hasCommitFiles() && !version.splitsDirectories();
      default -> true;
    };
  }

  /** Returns whether files of this kind have two equal times in their name. */
  private static boolean hasSingleTime(String folder, String suffix) {
    return folder.equals(ArrayPaths.SCHEMA_FOLDER)
        || folder.equals(ArrayPaths.GROUP_FOLDER)
        || suffix.equals(ArrayPaths.DELETE_SUFFIX)
        || suffix.equals(ArrayPaths.UPDATE_SUFFIX);
  }

  /**
   * Repairs a name with a damaged suffix.
   *
   * @param folder as for {@link #check}
   * @return empty if the rest is not a name, or several suffixes are equally likely
   */
  public static Optional<String> withRestoredSuffix(String folder, String name) {
    List<String> right =
        SUFFIXES.getOrDefault(folder, List.of()).stream()
            .filter(suffix -> hasDamagedSuffix(name, suffix))
            .map(suffix -> name.substring(0, name.length() - suffix.length()) + suffix)
            .toList();
    return right.size() == 1 ? Optional.of(right.get(0)) : Optional.empty();
  }

  /** Returns whether a name ends in a suffix with one wrong character, and the rest is a name. */
  private static boolean hasDamagedSuffix(String name, String suffix) {
    int start = name.length() - suffix.length();
    if (suffix.isEmpty() || start <= 0 || name.endsWith(suffix)) {
      return false;
    }
    int different = 0;
    for (int i = 0; i < suffix.length(); i++) {
      different += name.charAt(start + i) == suffix.charAt(i) ? 0 : 1;
    }
    return different == 1 && FragmentName.isStandard(name.substring(0, start));
  }

  private static void refuse(boolean damaged, String name, String part) {
    if (damaged) {
      throw CorruptDataException.of(
          "name \"" + name + "\"",
          null,
          -1,
          "not a valid name: %s must have been changed; restore the original name of the file"
              .formatted(part));
    }
  }
}
