package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds contradictions between the file names of an array and the lists that determine its visible
 * fragments. No write, consolidation, vacuum or deletion leaves a contradiction behind, even if it
 * is interrupted. A contradiction therefore means that a list or a name is damaged.
 *
 * <p>If a listed name has no file, this class looks for a file whose name is not listed. The two
 * names are considered the same if they differ in at most eight consecutive characters.
 */
public final class CommitConsistency {
  private final ArrayDirectory directory;
  private final CommitFiles lists;
  private final Storage storage;

  /** The fragment folders, by fragment name. */
  private final Map<String, ArrayDirectory.FragmentFolder> folders = new HashMap<>();

  /** The names of committed fragments. */
  private final Set<String> commits;

  /** The consolidated commit file that commits a fragment, by fragment name. */
  private final Map<String, Location> holders = new HashMap<>();

  /** The fragments that a vacuum file lists as replaced. */
  private final Set<String> replaced = new HashSet<>();

  private final List<CorruptDataException> found = new ArrayList<>();

  /** Creates a check of an array's lists against the names in its folders. */
  CommitConsistency(ArrayDirectory directory, CommitFiles lists, Storage storage) {
    this.directory = directory;
    this.lists = lists;
    this.storage = storage;
    directory.fragments().forEach(folder -> folders.put(folder.name().text(), folder));
    Set<String> ignoredNames = lists.ignoredNames();
    lists
        .consolidated()
        .forEach(
            (file, entries) ->
                entries.stream()
                    .filter(entry -> entry.content().isEmpty())
                    .filter(entry -> CommitFiles.counts(entry, ignoredNames))
                    .forEach(entry -> holders.putIfAbsent(fragment(entry.file()), file)));
    this.commits = new HashSet<>(directory.commits());
    commits.addAll(holders.keySet());
    lists.vacuums().values().forEach(replaced::addAll);
  }

  /**
   * Reads and checks the lists of an array.
   *
   * @throws CorruptDataException if a list is damaged, or if lists and file names contradict each
   *     other; the exception names the damaged file
   */
  public static CommitFiles checked(ArrayDirectory directory, StructureFiles files) {
    CommitFiles lists = CommitFiles.read(directory, files);
    new CommitConsistency(directory, lists, files.storage()).refuse();
    return lists;
  }

  /** Returns the contradictions in an array. Each exception names the damaged file. */
  public static List<CorruptDataException> find(ArrayDirectory directory, StructureFiles files) {
    CommitFiles lists = CommitFiles.read(directory, files);
    return new CommitConsistency(directory, lists, files.storage()).find();
  }

  /**
   * Checks that the commits do not contradict each other.
   *
   * @throws CorruptDataException if there is a contradiction; the exception names the first damaged
   *     file
   */
  void refuse() {
    List<CorruptDataException> contradictions = find();
    if (!contradictions.isEmpty()) {
      throw contradictions.get(0);
    }
  }

  private List<CorruptDataException> find() {
    misnamedCommits();
    lists.consolidated().forEach(this::missingFragments);
    misnamedIgnores();
    lists.vacuums().forEach(this::misnamedReplaced);
    directory.vacuums().forEach(this::misnamedVacuum);
    directory.vacuums().forEach(this::lostCommit);
    return found;
  }

  private static String fragment(String commit) {
    int dot = commit.lastIndexOf('.');
    return dot < 0 ? commit : commit.substring(0, dot);
  }

  /** Finds commits of missing fragments if an uncommitted fragment has a similar name. */
  private void misnamedCommits() {
    Set<String> without = new TreeSet<>();
    commits.stream().filter(name -> !folders.containsKey(name)).forEach(without::add);
    if (without.isEmpty()) {
      return;
    }
    Set<String> uncommitted = new HashSet<>(folders.keySet());
    uncommitted.removeAll(commits);
    uncommitted.removeIf(name -> !folders.get(name).name().version().hasCommitFiles());
    for (String name : without) {
      findSimilar(name, uncommitted)
          .ifPresent(
              other ->
                  add(
                      commit(name),
                      "it commits fragment %s, which is missing; it must have named %s"
                          .formatted(name, other),
                      folder(name)));
    }
  }

  /**
   * Finds missing fragments that a consolidated commit file lists. No interrupted operation leaves
   * this state, because a deletion invalidates the commit first.
   */
  private void missingFragments(Location file, List<CommitsFile.Entry> entries) {
    for (CommitsFile.Entry entry : entries) {
      String name = fragment(entry.file());
      if (entry.content().isPresent()
          || folders.containsKey(name)
          || replaced.contains(name)
          || directory.commits().contains(name)
          || !file.equals(holders.get(name))
          || !FragmentName.parse(name).filter(n -> n.version().splitsDirectories()).isPresent()) {
        continue;
      }
      Location metadata = folder(name).resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
      if (storage.find(metadata).isEmpty()) {
        add(file, "it commits fragment %s, which is missing".formatted(name), metadata);
      }
    }
  }

  /**
   * Finds ignored commits that no consolidated commit file contains, if such a file contains a
   * commit with a similar name.
   */
  private void misnamedIgnores() {
    Set<String> held = new HashSet<>();
    lists.consolidated().values().forEach(entries -> entries.forEach(e -> held.add(e.file())));
    lists
        .ignored()
        .forEach(
            (file, names) -> {
              for (String name : names) {
                if (!held.contains(name)) {
                  findSimilar(name, held)
                      .ifPresent(
                          other ->
                              add(
                                  file,
                                  "it ignores the commit %s, which no file holds; it must have named %s"
                                      .formatted(name, other),
                                  file));
                }
              }
            });
  }

  /** Finds missing replaced fragments if a visible fragment has a similar name. */
  private void misnamedReplaced(Location file, List<String> names) {
    Set<String> gone = new TreeSet<>();
    names.stream().filter(name -> !folders.containsKey(name)).forEach(gone::add);
    if (gone.isEmpty()) {
      return;
    }
    Set<String> seen = new HashSet<>(folders.keySet());
    seen.removeAll(replaced);
    for (String name : gone) {
      findSimilar(name, seen)
          .ifPresent(
              other ->
                  add(
                      file,
                      "it replaces fragment %s, which is missing; it must have named %s"
                          .formatted(name, other),
                      folder(name)));
    }
  }

  /**
   * Finds a vacuum file of a missing fragment if a fragment without a vacuum file has a similar
   * name.
   */
  private void misnamedVacuum(ArrayDirectory.NamedFile vacuum) {
    String name = vacuum.name().text();
    if (folders.containsKey(name) || commits.contains(name)) {
      return;
    }
    Set<String> candidates = new HashSet<>(folders.keySet());
    directory.vacuums().forEach(other -> candidates.remove(other.name().text()));
    findSimilar(name, candidates)
        .ifPresent(
            other ->
                add(
                    vacuum.location(),
                    "fragment %s is missing; the file must belong to %s".formatted(name, other),
                    folder(name)));
  }

  /** Finds an uncommitted fragment that replaces fragments which still exist. */
  private void lostCommit(ArrayDirectory.NamedFile vacuum) {
    String name = vacuum.name().text();
    Optional<String> commit = ArrayPaths.commit(vacuum.name());
    if (!folders.containsKey(name)
        || commits.contains(name)
        || replaced.contains(name)
        || commit.isEmpty()
        || lists.ignoredNames().contains(ArrayPaths.lastComponent(commit.get()))
        || lists.vacuums().get(vacuum.location()).stream().noneMatch(commits::contains)) {
      return;
    }
    Location lost = directory.location().resolve(commit.get());
    Location metadata = folder(name).resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    if (storage.find(metadata).isPresent() && storage.find(lost).isEmpty()) {
      add(
          lost,
          "it is missing, but according to %s fragment %s replaces others, which still exist"
              .formatted(vacuum.location().name(), name),
          lost);
    }
  }

  /** Returns the file that commits a fragment. */
  private Location commit(String fragment) {
    return directory.commits().contains(fragment)
        ? FragmentName.parse(fragment)
            .flatMap(ArrayPaths::commit)
            .map(directory.location()::resolve)
            .orElse(directory.location())
        : holders.get(fragment);
  }

  private Location folder(String fragment) {
    String path = FragmentName.parse(fragment).map(ArrayPaths::fragment).orElse(fragment);
    return directory.location().resolve(path);
  }

  /**
   * Returns the name that probably equaled this name before one of the two was damaged. Empty if
   * none is found.
   */
  private static Optional<String> findSimilar(String name, Collection<String> others) {
    return others.stream().filter(other -> FragmentName.areSimilar(name, other)).findFirst();
  }

  /**
   * Adds a contradiction. The cause of the exception is the missing file. The file may be missing
   * only because the folders changed since they were listed. The caller therefore lists them again.
   */
  private void add(Location file, String reason, Location missing) {
    String structure =
        file.name().endsWith(ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX)
            ? CommitsFileFormat.STRUCTURE
            : NameListFormat.STRUCTURE;
    found.add(
        CorruptDataException.of(
                structure,
                null,
                -1,
                reason,
                new NotFoundException("%s is missing".formatted(missing), missing.toString()))
            .at(file.toString()));
  }
}
