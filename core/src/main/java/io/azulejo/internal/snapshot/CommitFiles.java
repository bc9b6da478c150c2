package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.storage.Location;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The files that hold the commits of others, and those that take commits in them back.
 *
 * @param gathered the entries of the files that hold commits, by the places of these files
 * @param ignored the lines of the files that take back, by the places of these files
 */
record CommitFiles(
    Map<Location, List<CommitsFile.Entry>> gathered, Map<Location, List<String>> ignored) {

  /** Reads them. */
  static CommitFiles of(ArrayDirectory directory, StructureFiles files) {
    Map<Location, List<CommitsFile.Entry>> gathered = new LinkedHashMap<>();
    for (Location file : directory.consolidatedCommits()) {
      gathered.put(file, files.plain(file, CommitsFileFormat::decode).entries());
    }
    Map<Location, List<String>> ignored = new LinkedHashMap<>();
    for (Location file : directory.ignores()) {
      ignored.put(file, files.plain(file, NameListFormat::decode));
    }
    return new CommitFiles(gathered, ignored);
  }

  /** The names of the commit files that are taken back. */
  Set<String> takenBack() {
    Set<String> names = new HashSet<>();
    ignored
        .values()
        .forEach(lines -> lines.forEach(line -> names.add(ArrayPaths.lastComponent(line))));
    return names;
  }

  /** The entries that count, by the names of the files that they stand for. */
  Map<String, CommitsFile.Entry> held() {
    Set<String> takenBack = takenBack();
    Map<String, CommitsFile.Entry> held = new LinkedHashMap<>();
    for (List<CommitsFile.Entry> entries : gathered.values()) {
      for (CommitsFile.Entry entry : entries) {
        if (counts(entry, takenBack)) {
          held.putIfAbsent(entry.file(), entry);
        }
      }
    }
    return held;
  }

  /** Deletions and updates can't be taken back. */
  static boolean counts(CommitsFile.Entry entry, Set<String> takenBack) {
    return entry.content().isPresent() || !takenBack.contains(entry.file());
  }

  /** The file that holds these alone; of several the one of the greatest label. */
  Optional<Location> holding(Set<String> files) {
    return gathered.entrySet().stream()
        .filter(
            file ->
                file.getValue().stream()
                    .map(CommitsFile.Entry::file)
                    .collect(Collectors.toSet())
                    .equals(files))
        .map(Map.Entry::getKey)
        .max(CommitFiles::compareLabels);
  }

  /** The file whose label is the greatest. */
  Optional<Location> last() {
    return gathered.keySet().stream().max(CommitFiles::compareLabels);
  }

  private static int compareLabels(Location a, Location b) {
    FragmentName first = FragmentName.parse(a.name()).orElseThrow();
    FragmentName second = FragmentName.parse(b.name()).orElseThrow();
    int byLabel = first.label().compareTo(second.label());
    return byLabel != 0 ? byLabel : a.name().compareTo(b.name());
  }

  /** Takes commits of fragments back, if files hold them now. */
  static void takeBackHeld(WritableArray array, Set<String> fragments, Tasks tasks) {
    List<FragmentName> held =
        now(array, tasks).held().values().stream()
            .filter(entry -> entry.content().isEmpty())
            .flatMap(entry -> FragmentName.parse(entry.file()).stream())
            .filter(name -> fragments.contains(name.text()))
            .toList();
    if (!held.isEmpty()) {
      takeBack(array, held);
    }
  }

  /** Reads those that are there now. */
  static CommitFiles now(WritableArray array, Tasks tasks) {
    return Reopening.attempt(
        array.location(),
        () ->
            of(
                ArrayDirectory.list(array.storage(), array.location(), tasks),
                new StructureFiles(array.storage(), array.key())));
  }

  /** Takes commits back that files hold. */
  static void takeBack(WritableArray array, Collection<FragmentName> names) {
    List<String> lines =
        names.stream().map(ArrayPaths::commit).flatMap(Optional::stream).sorted().toList();
    FragmentName name =
        FragmentName.create(
            names.stream().mapToLong(FragmentName::t1).min().orElseThrow(),
            names.stream().mapToLong(FragmentName::t2).max().orElseThrow(),
            array.writeVersion());
    Commit.publish(
        array.storage(),
        array
            .location()
            .resolve(ArrayPaths.COMMITS_FOLDER)
            .resolve(name.text() + ArrayPaths.IGNORE_SUFFIX),
        NameListFormat.encode(lines).toBytes());
  }
}
