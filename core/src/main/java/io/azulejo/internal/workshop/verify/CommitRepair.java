package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitNumbers;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.ListRules;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.format.NameRules;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.CommitConsistency;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Repairs damaged commit file names and commit lists if the correct name is unambiguous. This is
 * the case if exactly one existing file or fragment has a name that differs in one character. The
 * repair creates the replacement before it deletes the damaged file.
 */
final class CommitRepair {
  private final Storage storage;
  private final Location array;
  private final StructureFiles files;
  private final Tasks tasks;

  /** Fragments that have a metadata file, by name. */
  private final Map<String, FragmentName> fragments = new TreeMap<>();

  /** Files in the array folder and in the commits folder, by name. */
  private final Map<String, Location> names = new TreeMap<>();

  /** Corrected locations of files with damaged names. */
  private final Set<Location> renamed = new HashSet<>();

  private final List<PlannedRepair> found = new ArrayList<>();

  /**
   * A possible repair.
   *
   * @param file the damaged or missing file
   * @param what a description of the repair
   * @param act performs the repair
   */
  record PlannedRepair(Location file, String what, Runnable act) {}

  private CommitRepair(StructureFiles files, Location array, Tasks tasks) {
    this.storage = files.storage();
    this.array = array;
    this.files = files;
    this.tasks = tasks;
    addFragments(array);
    addFragments(array.resolve(ArrayPaths.FRAGMENTS_FOLDER));
    addNames(array);
    addNames(array.resolve(ArrayPaths.COMMITS_FOLDER));
  }

  /** Returns the possible repairs of an array. Does not change the array. */
  static List<PlannedRepair> plan(StructureFiles files, Location array, Tasks tasks) {
    CommitRepair mending = new CommitRepair(files, array, tasks);
    mending.checkNames();
    mending.checkLists();
    return mending.found;
  }

  private void addFragments(Location folder) {
    for (Storage.Entry entry : storage.list(folder)) {
      Location place = folder.resolve(entry.name());
      if (entry.folder()
          && FragmentName.isStandard(entry.name())
          && storage.find(place.resolve(ArrayPaths.FRAGMENT_METADATA_FILE)).isPresent()) {
        fragments.put(entry.name(), FragmentName.parse(entry.name()).orElseThrow());
      }
    }
  }

  private void addNames(Location folder) {
    for (Storage.Entry entry : storage.list(folder)) {
      if (!entry.folder()) {
        names.put(entry.name(), folder.resolve(entry.name()));
      }
    }
  }

  /** Finds commit files with a damaged name, and other files with a damaged suffix. */
  private void checkNames() {
    Map<String, String> lost = new TreeMap<>();
    for (FragmentName fragment : fragments.values()) {
      ArrayPaths.commit(fragment)
          .filter(path -> !names.containsKey(ArrayPaths.lastComponent(path)))
          .ifPresent(path -> lost.put(ArrayPaths.lastComponent(path), path));
    }
    for (Map.Entry<String, Location> file : names.entrySet()) {
      String name = file.getKey();
      if (isCommitOfFragment(name)) {
        continue;
      }
      List<String> meant = new ArrayList<>();
      lost.keySet().stream().filter(l -> FragmentName.isOneEditApart(name, l)).forEach(meant::add);
      String folder = file.getValue().parent().equals(array) ? "" : ArrayPaths.COMMITS_FOLDER;
      NameRules.withRestoredSuffix(folder, name)
          .filter(right -> !meant.contains(right))
          .ifPresent(meant::add);
      if (meant.size() == 1) {
        rename(file.getValue(), file.getValue().parent().resolve(meant.get(0)));
      }
    }
  }

  private boolean isCommitOfFragment(String name) {
    FragmentName fragment = fragments.get(ArrayPaths.stem(name));
    return fragment != null
        && ArrayPaths.commit(fragment)
            .filter(p -> ArrayPaths.lastComponent(p).equals(name))
            .isPresent();
  }

  private void rename(Location wrong, Location right) {
    renamed.add(right);
    found.add(
        new PlannedRepair(
            wrong,
            "the file is renamed to %s, which must have been its name".formatted(right.name()),
            () -> {
              Commit.publish(storage, right, files.plain(wrong, bytes -> bytes).toBytes());
              storage.delete(wrong);
            }));
  }

  private void checkLists() {
    for (Location file : names.values()) {
      String name = file.name();
      boolean usual = FragmentName.isStandard(ArrayPaths.stem(name));
      if (usual && name.endsWith(ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX)) {
        repairIfBroken(
            file, () -> CommitFiles.commits(files, file).forEach(e -> require(e.file())));
      } else if (usual && name.endsWith(ArrayPaths.IGNORE_SUFFIX)) {
        repairIfBroken(file, () -> CommitFiles.ignored(files, file));
      } else if (usual && name.endsWith(ArrayPaths.VACUUM_SUFFIX)) {
        repairIfBroken(file, () -> CommitFiles.replaced(files, file).forEach(this::require));
        commitAgain(file);
      }
    }
  }

  /** Throws if a list entry names a fragment that does not exist, as the list may be damaged. */
  private void require(String name) {
    if (!fragments.containsKey(ArrayPaths.stem(name))) {
      throw CorruptDataException.of(
          NameListFormat.STRUCTURE, null, -1, "\"%s\" is missing".formatted(name));
    }
  }

  private void repairIfBroken(Location file, Runnable check) {
    try {
      check.run();
    } catch (CorruptDataException e) {
      List<String> lines = lines(file);
      repaired(file, lines)
          .filter(repaired -> !repaired.equals(lines) || !endsWithLine(file))
          .filter(repaired -> isValidList(file, repaired))
          .ifPresent(repaired -> replace(file, repaired));
    }
  }

  private boolean endsWithLine(Location file) {
    byte[] bytes = files.plain(file, all -> all).toBytes();
    return bytes.length > 0 && bytes[bytes.length - 1] == '\n';
  }

  /** Splits a list into lines. Binary conditions in it yield lines that do not match any name. */
  private List<String> lines(Location file) {
    String text = LosslessUtf8.decode(files.plain(file, bytes -> bytes).toBytes());
    return text.isEmpty() ? List.of() : List.of(text.split("\n"));
  }

  /** Returns the corrected lines, or empty if the correction of a line is ambiguous. */
  private Optional<List<String>> repaired(Location file, List<String> lines) {
    List<String> repaired = new ArrayList<>();
    for (String line : lines) {
      Set<String> meant = new TreeSet<>();
      for (FragmentName fragment : fragments.values()) {
        for (String right : paths(file, lines, fragment)) {
          if (right.equals(line)) {
            meant = Set.of(line);
            break;
          }
          if (FragmentName.isOneEditApart(line, right)) {
            meant.add(right);
          }
        }
        if (meant.contains(line)) {
          break;
        }
      }
      if (meant.size() > 1) {
        return Optional.empty();
      }
      repaired.add(meant.isEmpty() ? line : meant.iterator().next());
    }
    return Optional.of(repaired);
  }

  /** Returns all paths by which a list may name a fragment. All lines of a list share a prefix. */
  private static Set<String> paths(Location file, List<String> lines, FragmentName fragment) {
    if (!file.name().endsWith(ArrayPaths.VACUUM_SUFFIX)) {
      return ArrayPaths.commit(fragment).map(Set::of).orElse(Set.of());
    }
    String path = "/" + ArrayPaths.fragment(fragment);
    Set<String> roots = new TreeSet<>(Set.of(path));
    for (String line : lines) {
      int end = line.length() - path.length();
      if (end > 0) {
        roots.add(line.substring(0, end) + path);
      }
    }
    return roots;
  }

  private boolean isValidList(Location file, List<String> lines) {
    FragmentName name = FragmentName.parse(file.name()).orElseThrow();
    try {
      if (file.name().endsWith(ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX)) {
        ListRules.checkCommits(name, commits(lines));
      } else if (file.name().endsWith(ArrayPaths.IGNORE_SUFFIX)) {
        ListRules.checkIgnored(name, lines);
      } else {
        ListRules.checkReplaced(name, lines, false, true);
      }
      return true;
    } catch (AzulejoException e) {
      return false;
    }
  }

  private static CommitsFile commits(List<String> lines) {
    return new CommitsFile(
        lines.stream().map(line -> new CommitsFile.Entry(line, Optional.empty())).toList());
  }

  private void replace(Location file, List<String> lines) {
    boolean isCommits = file.name().endsWith(ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX);
    byte[] bytes =
        (isCommits ? CommitsFileFormat.encode(commits(lines)) : NameListFormat.encode(lines))
            .toBytes();
    found.add(
        new PlannedRepair(
            file,
            "the file is rewritten: each of its %d lines names something that exists under a similar name"
                .formatted(lines.size()),
            () -> replace(file, lines, bytes)));
  }

  private void replace(Location file, List<String> lines, byte[] bytes) {
    if (!file.name().endsWith(ArrayPaths.VACUUM_SUFFIX)) {
      FragmentName old = FragmentName.parse(file.name()).orElseThrow();
      String suffix = file.name().substring(file.name().lastIndexOf('.'));
      Location other = file.parent().resolve(newName(old, lines).text() + suffix);
      Commit.publish(storage, other, bytes);
      storage.delete(file);
      if (CommitNumbers.conditional(old).isPresent()) {
        // Recreate the file immediately, so that another writer cannot take its number.
        Commit.publish(storage, file, bytes);
        storage.delete(other);
      }
      return;
    }
    // The file name must not change, because it identifies the fragment. Until the file is
    // replaced, the pending vacuum file has the same effect.
    Location pending =
        file.parent().resolve(ArrayPaths.stem(file.name()) + ArrayPaths.PENDING_VACUUM_SUFFIX);
    Commit.publish(storage, pending, bytes);
    storage.delete(file);
    Commit.publish(storage, file, bytes);
    storage.delete(pending);
  }

  /** Returns a file name for the replacement of a damaged list. It does not keep a commit id. */
  private static FragmentName newName(FragmentName old, List<String> lines) {
    if (!old.isOfCommit()) {
      return FragmentName.create(old.t1(), old.t2(), old.version());
    }
    List<FragmentName> named =
        lines.stream()
            .flatMap(line -> FragmentName.parse(ArrayPaths.lastComponent(line)).stream())
            .toList();
    return FragmentName.create(
        named.stream().mapToLong(FragmentName::t1).min().orElse(old.t1()),
        named.stream().mapToLong(FragmentName::t2).max().orElse(old.t2()),
        old.version());
  }

  /** Plans to recreate the lost commit file of a merged fragment whose vacuum file still exists. */
  private void commitAgain(Location vacuum) {
    FragmentName name = fragments.get(ArrayPaths.stem(vacuum.name()));
    Optional<String> commit = name == null ? Optional.empty() : ArrayPaths.commit(name);
    if (commit.isEmpty() || names.containsKey(ArrayPaths.lastComponent(commit.get()))) {
      return;
    }
    Location lost = array.resolve(commit.get());
    if (!renamed.contains(lost) && isLost(lost)) {
      found.add(
          new PlannedRepair(
              lost,
              "the fragment is committed again: it exists, and so does the list of what it replaces",
              () -> Commit.publish(storage, lost, new byte[0])));
    }
  }

  private boolean isLost(Location commit) {
    try {
      ArrayDirectory directory = ArrayDirectory.list(storage, array, tasks);
      return CommitConsistency.find(directory, files).stream()
          .anyMatch(e -> e.location().filter(commit.toString()::equals).isPresent());
    } catch (AzulejoException e) {
      return false; // there is other damage as well
    }
  }
}
