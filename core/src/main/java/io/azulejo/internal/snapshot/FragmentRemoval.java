package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.runtime.Tasks;
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

/**
 * Deletes fragments: what commits them goes first, so that nobody sees one that is half there. Of
 * several all go at once: their commits are gathered in one file, and that is taken back by
 * another.
 */
public final class FragmentRemoval {
  private final WritableArray array;
  private final Storage storage;
  private final StructureFiles files;
  private final ArrayDirectory directory;
  private final List<FragmentName> all;

  private FragmentRemoval(WritableArray array, Tasks tasks) {
    this.array = array;
    this.storage = array.storage();
    this.files = new StructureFiles(storage, array.key());
    this.directory = ArrayDirectory.list(storage, array.location(), tasks);
    boolean sparse = !array.schema().schema().isDense();
    this.all =
        VisibleNames.withReplaced(directory, files, TimeRange.ALL, sparse).fragments().stream()
            .map(ArrayDirectory.FragmentFolder::name)
            .toList();
  }

  /**
   * Deletes the fragments whose times all lie in a range, those too that were replaced by a
   * consolidated one.
   *
   * @return their names
   */
  public static List<String> within(WritableArray array, TimeRange times, Tasks tasks) {
    FragmentRemoval removal = new FragmentRemoval(array, tasks);
    return removal.delete(name -> times.containsAll(name.t1(), name.t2()));
  }

  /**
   * Deletes fragments by their names.
   *
   * @return their names
   * @throws InvalidRequestException if there is none of a name; nothing is deleted then
   */
  public static List<String> named(WritableArray array, Collection<String> names, Tasks tasks) {
    FragmentRemoval removal = new FragmentRemoval(array, tasks);
    Set<String> unknown = new HashSet<>(names);
    removal.all.forEach(name -> unknown.remove(name.text()));
    if (!unknown.isEmpty()) {
      throw new InvalidRequestException(
          "there is no fragment %s to delete: nothing was deleted"
              .formatted(unknown.iterator().next()),
          array.location().toString());
    }
    Set<String> wanted = new HashSet<>(names);
    return removal.delete(name -> wanted.contains(name.text()));
  }

  private List<String> delete(Predicate<FragmentName> which) {
    List<FragmentName> doomed = all.stream().filter(which).toList();
    if (doomed.isEmpty()) {
      return List.of();
    }
    List<Location> unneeded = new ArrayList<>();
    if (array.writeVersion().splitsDirectories()) {
      uncommitAtOnce(doomed, unneeded);
    } else {
      uncommit(doomed);
    }
    cleanUp(doomed, unneeded);
    return doomed.stream().map(FragmentName::text).toList();
  }

  /** Deletes what nobody sees any more; what cannot be deleted is garbage, to be collected. */
  private void cleanUp(List<FragmentName> doomed, List<Location> unneeded) {
    try {
      unneeded.forEach(storage::delete);
      for (FragmentName name : doomed) {
        storage.deleteFolder(array.location().resolve(ArrayPaths.fragment(name)));
      }
      deleteVacuumFiles(doomed);
    } catch (StorageException e) {
      // The fragments are deleted all the same.
    }
  }

  /** Deletes the files that commit fragments; before there were such, the fragments' metadata. */
  private void uncommit(List<FragmentName> doomed) {
    for (FragmentName name : doomed) {
      String file =
          ArrayPaths.commit(name)
              .orElse(ArrayPaths.fragment(name) + "/" + ArrayPaths.FRAGMENT_METADATA_FILE);
      Commit.withdraw(storage, array.location().resolve(file));
    }
  }

  private void uncommitAtOnce(List<FragmentName> doomed, List<Location> unneeded) {
    List<FragmentName> named =
        doomed.stream().filter(n -> ArrayPaths.commit(n).isPresent()).toList();
    Set<String> consolidated = consolidated();
    List<String> files = named.stream().map(n -> ArrayPaths.commit(n).orElseThrow()).toList();
    List<String> loose =
        files.stream()
            .filter(file -> !consolidated.contains(ArrayPaths.lastComponent(file)))
            .toList();
    if (named.size() < 2 && loose.size() == named.size()) {
      uncommit(doomed);
      return;
    }
    Optional<Location> gathered =
        loose.isEmpty()
            ? Optional.empty()
            : Optional.of(place(named, ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX));
    Location ignores = place(named, ArrayPaths.IGNORE_SUFFIX);
    try {
      gathered.ifPresent(place -> gather(place, loose));
      storage.delete(files.stream().map(array.location()::resolve).toList());
      Commit.publish(storage, ignores, NameListFormat.encode(files).toBytes());
    } catch (CommitUnknownException e) {
      throw e;
    } catch (AzulejoException e) {
      restore(loose, gathered, e);
      throw e;
    }
    gathered.ifPresent(unneeded::add);
    if (loose.size() == named.size()) {
      unneeded.add(ignores);
    }
    uncommit(doomed.stream().filter(n -> ArrayPaths.commit(n).isEmpty()).toList());
  }

  private void gather(Location place, List<String> commits) {
    List<CommitsFile.Entry> entries =
        commits.stream().map(file -> new CommitsFile.Entry(file, Optional.empty())).toList();
    storage.createExclusive(place, CommitsFileFormat.encode(new CommitsFile(entries)).toBytes());
  }

  /** Commits fragments one by one again, as they were. */
  private void restore(List<String> commits, Optional<Location> gathered, AzulejoException cause) {
    try {
      for (String file : commits) {
        Location place = array.location().resolve(file);
        if (storage.find(place).isEmpty()) {
          storage.createExclusive(place, new byte[0]);
        }
      }
      gathered.ifPresent(storage::delete);
    } catch (AzulejoException e) {
      cause.addSuppressed(e); // all are still committed, in one way or the other
    }
  }

  /** A new file among the commits, of the times of some fragments. */
  private Location place(List<FragmentName> names, String suffix) {
    long t1 = names.stream().mapToLong(FragmentName::t1).min().orElseThrow();
    long t2 = names.stream().mapToLong(FragmentName::t2).max().orElseThrow();
    String name = FragmentName.create(t1, t2, array.writeVersion()).text();
    return array.location().resolve(ArrayPaths.COMMITS_FOLDER).resolve(name + suffix);
  }

  /** The names of the commit files that are held by others. */
  private Set<String> consolidated() {
    Set<String> names = new HashSet<>();
    for (Location file : directory.consolidatedCommits()) {
      for (CommitsFile.Entry entry : files.plain(file, CommitsFileFormat::decode).entries()) {
        names.add(entry.file());
      }
    }
    return names;
  }

  /** What a fragment that is gone has replaced has to be gone, too, before that is forgotten. */
  private void deleteVacuumFiles(List<FragmentName> doomed) {
    Set<String> left = new HashSet<>();
    directory.fragments().forEach(folder -> left.add(folder.name().text()));
    doomed.forEach(name -> left.remove(name.text()));
    Set<FragmentName> gone = new HashSet<>(doomed);
    List<Location> unused = new ArrayList<>();
    for (ArrayDirectory.NamedFile vacuum : directory.vacuums()) {
      if (gone.contains(vacuum.name())
          && files.plain(vacuum.location(), NameListFormat::decode).stream()
              .map(ArrayPaths::lastComponent)
              .noneMatch(left::contains)) {
        unused.add(vacuum.location());
      }
    }
    unused.sort(Comparator.comparing(Location::path));
    storage.delete(unused);
  }
}
