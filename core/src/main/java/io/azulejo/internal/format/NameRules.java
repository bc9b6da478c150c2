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
 * Recognizes damaged names of files and folders in an array or a group. Names that do not resemble
 * a valid name are accepted, because users and tools may leave other files there.
 */
public final class NameRules {
  private static final List<String> NONE = List.of("");

  /** The suffix that follows the field name in the name of a file with variable-size values. */
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
   * Parses a file name and rejects it if it is damaged.
   *
   * @param folder the folder that contains the file, relative to the array or group; empty for the
   *     root
   * @param name the name of the file, with its suffix
   * @return the name without its suffix, or empty if the file is unrelated to the format
   * @throws CorruptDataException if the name is invalid but similar to a valid one
   * @throws UnsupportedFormatException if this release cannot read the version in the name
   */
  public static Optional<FragmentName> check(String folder, String name) {
    List<String> suffixes = SUFFIXES.getOrDefault(folder, List.of());
    for (String suffix : suffixes) {
      boolean complete = !suffix.isEmpty() || name.indexOf('.') < 0;
      if (complete && name.endsWith(suffix)) {
        String stem = name.substring(0, name.length() - suffix.length());
        Optional<FragmentName> found =
            stem.indexOf('.') < 0 ? FragmentName.parse(stem) : Optional.empty();
        boolean usual = found.filter(FragmentName::isLabeled).isPresent();
        refuse(
            !usual && FragmentName.isAlmostValid(stem),
            name,
            "the times, the label or the version");
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
   * Checks a file name in a fragment folder whose metadata file is missing. The check fails if the
   * file may be the metadata file under a damaged name. Names of data files end in {@code .tdb} and
   * names of unfinished files end in {@code .tmp}.
   *
   * @param name the name of the file
   * @param fields supplies the field names, after which data files are named in old versions
   * @throws CorruptDataException if the name is similar to the name of the metadata file, or if
   *     writers do not create such names
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

  /** Returns whether a data file is named after a field, without escaping. */
  private static boolean isDataFile(String name, Set<String> fields) {
    return fields.stream()
        .anyMatch(
            field ->
                name.equals(field + ArrayPaths.DATA_SUFFIX)
                    || name.equals(field + VALUES + ArrayPaths.DATA_SUFFIX));
  }

  /** Returns whether the version in a name is compatible with this suffix of a commit file. */
  private static boolean isOfVersion(FragmentName name, String suffix) {
    FormatVersion version = name.version();
    return switch (suffix) {
      case ArrayPaths.WRITE_SUFFIX -> version.splitsDirectories();
      case ArrayPaths.OK_SUFFIX -> version.hasCommitFiles() && !version.splitsDirectories();
      default -> true;
    };
  }

  /** Returns whether the two times in the name of such a file must be equal. */
  private static boolean hasSingleTime(String folder, String suffix) {
    return folder.equals(ArrayPaths.SCHEMA_FOLDER)
        || folder.equals(ArrayPaths.GROUP_FOLDER)
        || suffix.equals(ArrayPaths.DELETE_SUFFIX)
        || suffix.equals(ArrayPaths.UPDATE_SUFFIX);
  }

  /**
   * Repairs a name that has one wrong character in its suffix.
   *
   * @param folder the folder that contains the file, relative to the array or group; empty for the
   *     root
   * @param name the damaged name
   * @return the repaired name, or empty if the rest of the name is invalid or several suffixes are
   *     possible
   */
  public static Optional<String> withRestoredSuffix(String folder, String name) {
    List<String> right =
        SUFFIXES.getOrDefault(folder, List.of()).stream()
            .filter(suffix -> hasDamagedSuffix(name, suffix))
            .map(suffix -> name.substring(0, name.length() - suffix.length()) + suffix)
            .toList();
    return right.size() == 1 ? Optional.of(right.get(0)) : Optional.empty();
  }

  /**
   * Returns whether a name ends in a suffix with exactly one wrong character and the rest is a
   * valid name.
   */
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
