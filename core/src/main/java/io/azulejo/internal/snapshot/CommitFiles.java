package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.ListRules;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.storage.Location;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The lists that determine which fragments are visible: consolidated commits, ignored commits and
 * replaced fragments. A list that no writer can have produced is damaged and is refused.
 *
 * @param consolidated the entries of valid consolidated commit files, by location
 * @param ignored the names of the invalidated commits, by the location of the ignore file
 * @param vacuums the names of replaced fragments, by the location of the vacuum file; pending
 *     vacuum files are included only if their fragment is committed
 */
public record CommitFiles(
    Map<Location, List<CommitsFile.Entry>> consolidated,
    Map<Location, List<String>> ignored,
    Map<Location, List<String>> vacuums) {

  /**
   * Reads the lists and checks each list separately. Does not compare the lists, because they may
   * disagree during a change.
   *
   * @throws CorruptDataException if a list is damaged; the exception names the file
   */
  public static CommitFiles read(ArrayDirectory directory, StructureFiles files) {
    Map<Location, List<CommitsFile.Entry>> consolidated = new LinkedHashMap<>();
    ConditionalCommits.validFiles(directory.consolidatedCommits())
        .forEach(file -> consolidated.put(file, commits(files, file)));
    Map<Location, List<String>> ignored = new LinkedHashMap<>();
    directory.ignores().forEach(file -> ignored.put(file, ignored(files, file)));
    CommitFiles commits = new CommitFiles(consolidated, ignored, Map.of());
    Set<String> held = commits.heldFragments();
    Map<Location, List<String>> vacuums = new LinkedHashMap<>();
    Stream.concat(
            directory.vacuums().stream(),
            directory.pendingVacuums().stream()
                .filter(
                    pending ->
                        directory.commits().contains(pending.name().text())
                            || held.contains(pending.name().text())))
        .forEach(file -> vacuums.put(file.location(), replaced(files, file.location())));
    return new CommitFiles(consolidated, ignored, vacuums);
  }

  /** Returns the entries of a consolidated commit file. */
  public static List<CommitsFile.Entry> commits(StructureFiles files, Location file) {
    return files.plain(
        file,
        bytes -> {
          CommitsFile commits = CommitsFileFormat.decode(bytes);
          FragmentName name = name(file);
          ListRules.checkCommits(name, commits);
          List<CommitsFile.Entry> entries = commits.entries();
          return name.isOfCommit() ? entries.subList(0, entries.size() - 1) : entries;
        });
  }

  /** Returns the names of the commits that an ignore file lists. */
  public static List<String> ignored(StructureFiles files, Location file) {
    return files.plain(
        file,
        bytes -> {
          List<String> lines = NameListFormat.decode(bytes);
          ListRules.checkIgnored(name(file), lines);
          return lines.stream().map(ArrayPaths::lastComponent).toList();
        });
  }

  /** Returns the names of the fragments or metadata files that a vacuum file lists as replaced. */
  public static List<String> replaced(StructureFiles files, Location file) {
    boolean pending = file.name().endsWith(ArrayPaths.PENDING_VACUUM_SUFFIX);
    boolean metadata = file.parent().name().equals(ArrayPaths.METADATA_FOLDER);
    return files.plain(
        file,
        bytes -> {
          List<String> lines = NameListFormat.decode(bytes);
          ListRules.checkReplaced(name(file), lines, metadata, !pending);
          return lines.stream().map(ArrayPaths::lastComponent).toList();
        });
  }

  /** Parses the name of a list. */
  private static FragmentName name(Location list) {
    return FragmentName.parse(ArrayPaths.stem(list.name())).orElseThrow();
  }

  /** Returns the names of all ignored commits. */
  public Set<String> ignoredNames() {
    Set<String> names = new HashSet<>();
    ignored.values().forEach(names::addAll);
    return names;
  }

  /**
   * Returns the names of all ignored commits and of all fragments that a committed fragment has
   * replaced.
   *
   * @param committed the names of committed fragments
   */
  public Set<String> ignoredOrReplaced(Set<String> committed) {
    Set<String> gone = ignoredNames();
    vacuums.forEach(
        (file, names) -> {
          if (FragmentName.parse(ArrayPaths.stem(file.name()))
              .filter(name -> committed.contains(name.text()))
              .isPresent()) {
            gone.addAll(names);
          }
        });
    return gone;
  }

  /**
   * Returns the valid entries of all consolidated commit files. The key of an entry is the name of
   * the single commit file that the entry replaces.
   */
  public Map<String, CommitsFile.Entry> held() {
    Set<String> ignoredNames = ignoredNames();
    Map<String, CommitsFile.Entry> held = new LinkedHashMap<>();
    for (List<CommitsFile.Entry> entries : consolidated.values()) {
      for (CommitsFile.Entry entry : entries) {
        if (counts(entry, ignoredNames)) {
          held.putIfAbsent(entry.file(), entry);
        }
      }
    }
    return held;
  }

  /** Returns the names of the fragments that a valid entry commits. */
  public Set<String> heldFragments() {
    Set<String> names = new HashSet<>();
    held().values().stream()
        .filter(entry -> entry.content().isEmpty())
        .flatMap(entry -> FragmentName.parse(entry.file()).stream())
        .forEach(name -> names.add(name.text()));
    return names;
  }

  /** Returns whether an entry is valid. Ignore files do not apply to deletions and updates. */
  public static boolean counts(CommitsFile.Entry entry, Set<String> ignoredNames) {
    return entry.content().isPresent() || !ignoredNames.contains(entry.file());
  }

  /**
   * Returns the consolidated commit file that contains exactly the given commits. If there are
   * several, returns the file with the highest label. Files of commits with an id or a number are
   * not considered.
   *
   * @param files the names of commit files
   * @return the file, or empty if there is none
   */
  public Optional<Location> holding(Set<String> files) {
    return consolidated.entrySet().stream()
        .filter(file -> !isOfCommit(file.getKey()))
        .filter(
            file ->
                file.getValue().stream()
                    .map(CommitsFile.Entry::file)
                    .collect(Collectors.toSet())
                    .equals(files))
        .map(Map.Entry::getKey)
        .max(CommitFiles::compareLabels);
  }

  /** Returns whether a consolidated commit file belongs to a commit with an id or a number. */
  public static boolean isOfCommit(Location file) {
    return name(file).isOfCommit();
  }

  /** Returns the consolidated commit file with the highest label, or empty if there is none. */
  public Optional<Location> last() {
    return consolidated.keySet().stream().max(CommitFiles::compareLabels);
  }

  private static int compareLabels(Location a, Location b) {
    FragmentName first = FragmentName.parse(a.name()).orElseThrow();
    FragmentName second = FragmentName.parse(b.name()).orElseThrow();
    int byLabel = first.label().compareTo(second.label());
    return byLabel != 0 ? byLabel : a.name().compareTo(b.name());
  }

  /**
   * Reads the current lists of an array. Repeats this if another writer changes them in the
   * meantime.
   */
  public static CommitFiles now(WritableArray array, Tasks tasks) {
    return ListingRetry.attempt(
        array.location(),
        () -> {
          ArrayDirectory directory = ArrayDirectory.list(array.storage(), array.location(), tasks);
          StructureFiles files = new StructureFiles(array.storage(), array.key());
          return read(directory, files.ahead(directory.lists(), tasks));
        });
  }

  /** Lists the current consolidated commit files of an array, without reading them. */
  public static List<Location> listed(WritableArray array) {
    Location folder = array.location().resolve(ArrayPaths.COMMITS_FOLDER);
    return array.storage().names(folder).stream()
        .filter(name -> name.endsWith(ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX))
        .filter(name -> FragmentName.parse(name).isPresent())
        .map(folder::resolve)
        .toList();
  }
}
