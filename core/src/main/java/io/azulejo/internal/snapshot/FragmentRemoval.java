package io.azulejo.internal.snapshot;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Deletes fragments. Their commits are removed first, so that an incomplete fragment is never
 * visible. To make several fragments disappear at once, their commits are consolidated into a
 * single file, and then an ignore file lists these commits.
 */
public final class FragmentRemoval {
  private final WritableArray array;
  private final Storage storage;
  private final StructureFiles files;
  private final ArrayDirectory directory;
  private final List<FragmentName> all;
  private final Tasks tasks;

  /** The file that consolidates the commits of the deleted fragments, if it was written. */
  private Optional<Location> mergedCommits = Optional.empty();

  /** The ignore file with the commits of the deleted fragments, if it was written. */
  private Optional<Location> ignores = Optional.empty();

  private FragmentRemoval(WritableArray array, Tasks tasks, boolean checked) {
    this.array = array;
    this.storage = array.storage();
    this.tasks = tasks;
    this.files = array.files();
    this.directory = ArrayDirectory.list(storage, array.location(), tasks);
    StructureFiles ahead = files.ahead(directory.lists(), tasks);
    boolean sparse = !array.schema().schema().isDense();
    VisibleNames there =
        checked
            ? VisibleNames.withReplaced(directory, ahead, TimeRange.ALL, sparse)
            : VisibleNames.unchecked(directory, ahead, sparse, true);
    this.all = there.fragments().stream().map(ArrayDirectory.FragmentFolder::name).toList();
  }

  private static FragmentRemoval of(WritableArray array, Tasks tasks, boolean checked) {
    return ListingRetry.attempt(array.location(), () -> new FragmentRemoval(array, tasks, checked));
  }

  /**
   * Deletes the fragments whose timestamps lie within a time range, including fragments that were
   * replaced by a consolidated fragment.
   *
   * @return the names of the deleted fragments
   */
  public static List<String> within(WritableArray array, TimeRange times, Tasks tasks) {
    FragmentRemoval removal = of(array, tasks, true);
    return removal.delete(name -> times.containsAll(name.t1(), name.t2()));
  }

  /**
   * Deletes fragments by name, even if the array's lists contradict each other.
   *
   * @return the names of the deleted fragments
   * @throws InvalidRequestException if a fragment does not exist; nothing is deleted then
   */
  public static List<String> named(WritableArray array, Collection<String> names, Tasks tasks) {
    FragmentRemoval removal = of(array, tasks, false);
    Set<String> unknown = new HashSet<>(names);
    removal.all.forEach(name -> unknown.remove(name.text()));
    if (!unknown.isEmpty()) {
      throw new InvalidRequestException(
          "cannot delete fragment %s: it does not exist; nothing was deleted"
              .formatted(unknown.iterator().next()),
          array.location().toString());
    }
    Set<String> wanted = new HashSet<>(names);
    return removal.delete(name -> wanted.contains(name.text()));
  }

  private List<String> delete(Predicate<FragmentName> which) {
    List<FragmentName> removed = all.stream().filter(which).toList();
    if (removed.isEmpty()) {
      return List.of();
    }
    if (array.writeVersion().splitsDirectories()) {
      uncommitAtOnce(removed);
    } else {
      uncommit(removed);
    }
    cleanUp(removed);
    return removed.stream().map(FragmentName::text).toList();
  }

  /**
   * Deletes the files of fragments whose commits were removed. Files that cannot be deleted are
   * left to garbage collection.
   */
  private void cleanUp(List<FragmentName> removed) {
    try {
      mergedCommits.ifPresent(storage::delete);
      if (array.writeVersion().splitsDirectories() && ignores.isEmpty()) {
        // A concurrent consolidation of commits may have listed commits that were deleted
        // afterwards.
        CommitGathering.ignoreConsolidated(array, texts(removed), tasks);
      }
      for (FragmentName name : removed) {
        storage.deleteFolder(array.location().resolve(ArrayPaths.fragment(name)));
      }
      deleteVacuumFiles(removed);
      if (ignores.isPresent() && !isGathered(removed)) {
        storage.delete(ignores.get());
      }
    } catch (StorageException e) {
      // The fragments are already invisible, so the deletion has succeeded.
    }
  }

  /**
   * Returns whether a concurrent consolidation has added the deleted commits to a list again, or
   * may be about to add them. The ignore file must then stay.
   */
  private boolean isGathered(List<FragmentName> removed) {
    Set<String> names = texts(removed);
    return CommitGathering.isUnderway(array)
        || CommitFiles.now(array, tasks).consolidated().values().stream()
            .flatMap(List::stream)
            .anyMatch(
                entry ->
                    FragmentName.parse(entry.file())
                        .filter(name -> names.contains(name.text()))
                        .isPresent());
  }

  private static Set<String> texts(List<FragmentName> names) {
    return names.stream().map(FragmentName::text).collect(Collectors.toSet());
  }

  /**
   * Deletes the commit files of fragments. In versions without commit files, deletes the metadata
   * files of the fragments.
   */
  private void uncommit(List<FragmentName> removed) {
    for (FragmentName name : removed) {
      String file =
          ArrayPaths.commit(name)
              .orElse(ArrayPaths.fragment(name) + "/" + ArrayPaths.FRAGMENT_METADATA_FILE);
      Commit.withdraw(storage, array.location().resolve(file));
    }
  }

  private void uncommitAtOnce(List<FragmentName> removed) {
    List<FragmentName> named =
        removed.stream().filter(n -> ArrayPaths.commit(n).isPresent()).toList();
    Set<String> consolidated = consolidated();
    List<String> files = commits(named);
    List<FragmentName> loose =
        named.stream()
            .filter(
                n -> !consolidated.contains(ArrayPaths.lastComponent(commits(List.of(n)).get(0))))
            .toList();
    if (named.size() < 2 && loose.size() == named.size() && !replaces(removed)) {
      uncommit(removed);
      return;
    }
    Location takingBack = place(named, ArrayPaths.IGNORE_SUFFIX);
    if (!loose.isEmpty()) {
      Location merged = place(loose, ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX);
      writeCommits(merged, commits(loose));
      mergedCommits = Optional.of(merged);
    }
    // From here on, consolidated commit files commit all of these fragments, until the ignore file
    // exists.
    storage.delete(files.stream().map(array.location()::resolve).toList());
    Commit.publish(storage, takingBack, NameListFormat.encode(files).toBytes());
    ignores = Optional.of(takingBack);
    uncommit(removed.stream().filter(n -> ArrayPaths.commit(n).isEmpty()).toList());
  }

  /**
   * Returns whether one of the given fragments has a vacuum file. Its commit must be listed in an
   * ignore file, because a commit that is merely missing would be considered lost.
   */
  private boolean replaces(List<FragmentName> fragments) {
    return directory.vacuums().stream().anyMatch(vacuum -> fragments.contains(vacuum.name()));
  }

  private static List<String> commits(List<FragmentName> fragments) {
    return fragments.stream().map(n -> ArrayPaths.commit(n).orElseThrow()).toList();
  }

  private void writeCommits(Location place, List<String> commits) {
    List<CommitsFile.Entry> entries =
        commits.stream().map(file -> new CommitsFile.Entry(file, Optional.empty())).toList();
    storage.createExclusive(place, CommitsFileFormat.encode(new CommitsFile(entries)).toBytes());
  }

  /**
   * Returns the location of a new list whose name contains the timestamps of the given fragments.
   */
  private Location place(List<FragmentName> names, String suffix) {
    long t1 = names.stream().mapToLong(FragmentName::t1).min().orElseThrow();
    long t2 = names.stream().mapToLong(FragmentName::t2).max().orElseThrow();
    String name = FragmentName.create(t1, t2, array.writeVersion()).text();
    return array.location().resolve(ArrayPaths.COMMITS_FOLDER).resolve(name + suffix);
  }

  /** Returns the names of the commit files that consolidated commit files contain. */
  private Set<String> consolidated() {
    Set<String> names = new HashSet<>();
    for (Location file : directory.consolidatedCommits()) {
      CommitFiles.commits(files, file).forEach(entry -> names.add(entry.file()));
    }
    return names;
  }

  /**
   * Deletes the vacuum files of deleted fragments if all fragments that they list are deleted too.
   */
  private void deleteVacuumFiles(List<FragmentName> removed) {
    Set<String> left = new HashSet<>();
    directory.fragments().forEach(folder -> left.add(folder.name().text()));
    removed.forEach(name -> left.remove(name.text()));
    Set<FragmentName> gone = new HashSet<>(removed);
    List<Location> unused = new ArrayList<>();
    for (ArrayDirectory.NamedFile vacuum : directory.vacuums()) {
      if (gone.contains(vacuum.name())
          && CommitFiles.replaced(files, vacuum.location()).stream().noneMatch(left::contains)) {
        unused.add(vacuum.location());
      }
    }
    unused.sort(Comparator.comparing(Location::path));
    storage.delete(unused);
  }
}
