package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the lists that determine which fragments are visible: consolidated commit files, ignore
 * files and vacuum files. Writers never produce a list that breaks one of these rules, so such a
 * list must be damaged. It may name wrong fragments or too few.
 *
 * <p>The name of a list contains the times of its entries. Other engines use the times of the first
 * and the last line; Azulejo uses the least and the greatest time. A comparison therefore reveals
 * lost lines at the end and a damaged file name. The name of a commit with an id contains no such
 * times; instead, its last line must repeat the first.
 */
public final class ListRules {
  private ListRules() {}

  /**
   * Checks a consolidated commit file.
   *
   * @param list the name of the file
   * @param commits the content of the file
   * @throws CorruptDataException if the list breaks a rule
   */
  public static void checkCommits(FragmentName list, CommitsFile commits) {
    Times times = new Times(CommitsFileFormat.STRUCTURE, list);
    for (CommitsFile.Entry entry : commits.entries()) {
      FragmentName name = times.next(entry.path(), entry.file());
      boolean condition = entry.content().isPresent();
      Optional<String> path =
          condition ? Optional.of(ArrayPaths.marker(entry.file())) : ArrayPaths.commit(name);
      times.check(
          path.filter(entry.path()::equals).isPresent(),
          "\"%s\" is not the path of a commit, delete or update file",
          entry.path());
      if (condition) {
        times.check(
            name.t1() == name.t2(), "\"%s\" has two different times (expected one)", entry.path());
        checkCondition(times, entry);
      }
    }
    if (list.isOfCommit()) {
      times.checkClosed(commits.entries());
    } else {
      times.checkEnd();
    }
  }

  /** Checks that the size of a condition matches the size in the header of its generic tile. */
  private static void checkCondition(Times times, CommitsFile.Entry entry) {
    int length = entry.content().orElseThrow().length();
    long extent = GenericTile.header(ConditionFormat.STRUCTURE, entry.content().get(), 0).extent();
    times.check(
        extent == length,
        "the condition of \"%s\" has %d bytes, but its tile has %d",
        entry.path(),
        length,
        extent);
  }

  /**
   * Checks an ignore file, which lists the commit files to ignore.
   *
   * @param list the name of the file
   * @param lines the lines of the file
   * @throws CorruptDataException if the list breaks a rule
   */
  public static void checkIgnored(FragmentName list, List<String> lines) {
    Times times = new Times(NameListFormat.STRUCTURE, list);
    for (String line : lines) {
      FragmentName name = times.next(line, ArrayPaths.lastComponent(line));
      times.check(
          ArrayPaths.commit(name).filter(line::equals).isPresent(),
          "\"%s\" is not the path of a fragment's commit file",
          line);
    }
    times.checkEnd();
  }

  /**
   * Checks a vacuum file, which lists replaced fragments or metadata files.
   *
   * @param list the name of the file
   * @param lines the lines of the file
   * @param metadata whether it lists metadata files
   * @param timed whether the name of the file contains the times of its entries
   * @throws CorruptDataException if the list breaks a rule
   */
  public static void checkReplaced(
      FragmentName list, List<String> lines, boolean metadata, boolean timed) {
    Times times = new Times(NameListFormat.STRUCTURE, list);
    Set<String> roots = new HashSet<>();
    for (String line : lines) {
      String last = ArrayPaths.lastComponent(line);
      FragmentName name = times.next(line, last);
      String path =
          "/" + (metadata ? ArrayPaths.METADATA_FOLDER + "/" + last : ArrayPaths.fragment(name));
      // In object stores, the URI of a folder may end with a slash.
      String place =
          line.endsWith("/") && line.contains("://") ? line.substring(0, line.length() - 1) : line;
      times.check(
          place.endsWith(path),
          metadata
              ? "\"%s\" is not the path of a metadata file"
              : "\"%s\" is not the path of a fragment",
          line);
      roots.add(place.substring(0, place.length() - path.length()));
    }
    times.check(roots.size() < 2, "the lines name different arrays: %s", roots);
    roots.forEach(root -> checkRoot(times, root));
    if (timed) {
      times.checkEnd();
    } else {
      times.checkNotEmpty();
    }
  }

  /**
   * Checks the former location of the array. It contains a fragment name or a second URI if two
   * lines were joined.
   */
  private static void checkRoot(Times times, String root) {
    boolean odd =
        root.chars().anyMatch(c -> c < ' ' || (c >= 0xdc80 && c <= 0xdcff))
            || root.indexOf("://") != root.lastIndexOf("://");
    String last = ArrayPaths.lastComponent(root);
    odd |= last.equals(ArrayPaths.FRAGMENTS_FOLDER) || last.equals(ArrayPaths.METADATA_FOLDER);
    for (String part : root.split("/", -1)) {
      odd |= FragmentName.isAlmostValid(part) || FragmentName.parse(part).isPresent();
    }
    times.check(!odd, "\"%s\" cannot be the path of an array", root);
  }

  /**
   * Parses the lines of a list one by one and compares their times with the times in the list's
   * name.
   */
  private static final class Times {
    private final String structure;
    private final FragmentName list;
    private int line;
    private FragmentName first;
    private FragmentName last;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    Times(String structure, FragmentName list) {
      this.structure = structure;
      this.list = list;
    }

    FragmentName next(String path, String file) {
      line++;
      Optional<FragmentName> parsed = FragmentName.parse(file);
      check(
          parsed.filter(FragmentName::isLabeled).isPresent(),
          "\"%s\" does not name a part of an array",
          path);
      last = parsed.get();
      first = first == null ? last : first;
      min = Math.min(min, last.t1());
      max = Math.max(max, last.t2());
      return last;
    }

    void check(boolean condition, String reason, Object... arguments) {
      if (!condition) {
        throw CorruptDataException.of(
            structure, line == 0 ? null : "line " + line, -1, reason.formatted(arguments));
      }
    }

    void checkNotEmpty() {
      check(line > 0, "the list is empty; it had entries when it was written");
    }

    void checkClosed(List<CommitsFile.Entry> entries) {
      checkNotEmpty();
      line = 0;
      check(
          entries.size() > 1 && entries.get(0).equals(entries.get(entries.size() - 1)),
          "the last line of a commit with an id must repeat the first, but does not: lines were lost");
    }

    void checkEnd() {
      checkNotEmpty();
      boolean byOrder = list.t1() == first.t1() && list.t2() == last.t2();
      boolean byTime = list.t1() == min && list.t2() == max;
      line = 0;
      check(
          byOrder || byTime,
          "the name of the list has the times %d to %d, but its entries have %d to %d: lines were lost,"
              + " or times were changed",
          list.t1(),
          list.t2(),
          min,
          max);
    }
  }
}
