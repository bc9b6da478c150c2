package io.azulejo.internal.snapshot.compact;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.CommitConsistency;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.CommitGathering;
import io.azulejo.internal.snapshot.ListedFiles;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.query.Progress;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Deletes fragments that were replaced by consolidation. First deletes their commits, then their
 * folders. The vacuum files are deleted last, because they hide the fragments until then. A
 * fragment is deleted only if the fragment that contains its cells exists.
 */
public final class FragmentVacuum {
  /** Maximum number of folders to delete between progress reports. */
  private static final int AT_ONCE = 32;

  private final WritableArray array;
  private final Storage storage;
  private final Tasks tasks;
  private final CommitFiles commits;
  private final ArrayDirectory directory;
  private final Map<String, FragmentName> folders = new HashMap<>();

  /** All files of the array, if the store can return them in a single listing. */
  private final Optional<ListedFiles> files;

  private final Set<String> held = new HashSet<>();
  private final Map<String, List<Location>> vacuums = new TreeMap<>();
  private final Map<String, Set<String>> replaced = new TreeMap<>();
  private final List<Vacuum.Deletion> deletions = new ArrayList<>();
  private final List<Vacuum.Kept> kept = new ArrayList<>();

  /** The fragments to delete, by the name of the fragment that replaced them. */
  private final Map<String, List<FragmentName>> fragments = new LinkedHashMap<>();

  private final Set<String> counted = new HashSet<>();
  private final Map<String, Long> bytes = new HashMap<>();

  /** The vacuum files of the replacing fragments. */
  private final List<Location> lists = new ArrayList<>();

  /**
   * Vacuum files whose own fragment is missing or unreliable, and whose listed fragments are all
   * deleted anyway. They are deleted before other vacuum files. If one of them were left alone, it
   * could be mistaken for the list of another fragment.
   */
  private final List<Location> strayLists = new ArrayList<>();

  private FragmentVacuum(WritableArray array, Tasks tasks) {
    this.array = array;
    this.storage = array.storage();
    this.tasks = tasks;
    this.directory = ArrayDirectory.list(storage, array.location(), tasks);
    this.files = ListedFiles.of(storage, array.location());
    directory.fragments().forEach(folder -> folders.put(folder.name().text(), folder.name()));
    this.commits =
        CommitConsistency.checked(directory, array.files().ahead(directory.lists(), tasks));
    held.addAll(commits.heldFragments());
    directory.vacuums().forEach(this::addVacuum);
    directory.pendingVacuums().stream()
        .filter(pending -> isCommitted(pending.name().text()))
        .forEach(this::addVacuum);
  }

  /**
   * Plans the deletion of an array's replaced fragments.
   *
   * @throws io.azulejo.error.CorruptDataException if a fragment that replaces others is damaged
   */
  public static Vacuum of(
      Storage storage, Location location, Optional<EncryptionKey> key, Tasks tasks) {
    WritableArray array = WritableArray.open(storage, location, key);
    return ListingRetry.attempt(location, () -> new FragmentVacuum(array, tasks).plan());
  }

  private void addVacuum(ArrayDirectory.NamedFile file) {
    String name = file.name().text();
    vacuums.computeIfAbsent(name, n -> new ArrayList<>()).add(file.location());
    Set<String> names = replaced.computeIfAbsent(name, n -> new LinkedHashSet<>());
    names.addAll(commits.vacuums().getOrDefault(file.location(), List.of()));
  }

  private Vacuum plan() {
    List<String> reliable = new Replacements(replaced, this::isWhole).reliable();
    for (String name : reliable) {
      planDeletion(name);
    }
    for (String name : vacuums.keySet()) {
      if (!reliable.contains(name)) {
        keepOrForget(name);
      }
    }
    if (!counted.isEmpty()) {
      new WholeFragments(array, directory, array.schemas(directory, tasks), files, tasks)
          .check(holders(reliable));
    }
    return new Vacuum(deletions, kept, this::delete);
  }

  /** Plans the deletion of all fragments that the named fragment has replaced. */
  private void planDeletion(String name) {
    List<FragmentName> here = new ArrayList<>();
    for (String text : replaced.get(name)) {
      if ((folders.containsKey(text) || isCommitted(text)) && counted.add(text)) {
        here.add(parsed(text));
      }
    }
    fragments.put(name, here);
    List<Long> sizes = tasks.io(storage.traits().waitingRequests(), here, this::size);
    for (int i = 0; i < here.size(); i++) {
      FragmentName fragment = here.get(i);
      bytes.put(fragment.text(), sizes.get(i));
      String reason = "fragment %s holds its cells".formatted(name);
      deletions.add(new Vacuum.Deletion(folder(fragment), sizes.get(i), reason));
      commitFile(fragment)
          .ifPresent(
              file -> deletions.add(new Vacuum.Deletion(file, 0, "its fragment is deleted")));
    }
    forget(name, lists, "everything that it lists is deleted");
  }

  /**
   * Returns the fragments that contain the cells of deleted fragments. If a merge writes several
   * fragments, it names the vacuum file after one of them. The others have the same timestamps.
   */
  private List<ArrayDirectory.FragmentFolder> holders(List<String> reliable) {
    Set<List<Long>> times =
        reliable.stream()
            .filter(name -> !counted.contains(name))
            .map(name -> times(parsed(name)))
            .collect(Collectors.toSet());
    return directory.fragments().stream()
        .filter(folder -> !counted.contains(folder.name().text()))
        .filter(folder -> times.contains(times(folder.name())))
        .filter(folder -> isCommitted(folder.name().text()))
        .toList();
  }

  private static List<Long> times(FragmentName name) {
    return List.of(name.t1(), name.t2());
  }

  private void keepOrForget(String name) {
    List<String> here =
        replaced.get(name).stream().filter(n -> folders.containsKey(n) || isCommitted(n)).toList();
    if (counted.containsAll(here)) {
      forget(
          name,
          strayLists,
          here.isEmpty() ? "nothing that it lists exists" : "everything that it lists is deleted");
      return;
    }
    String reason =
        isWhole(name)
            ? "fragments replace each other, so what it lists is kept"
            : "fragment %s, which should hold the cells of the listed fragments, is missing, so they are kept"
                .formatted(name);
    vacuums.get(name).forEach(file -> kept.add(new Vacuum.Kept(file, reason)));
  }

  private void forget(String name, List<Location> forgotten, String reason) {
    for (Location file : vacuums.get(name)) {
      forgotten.add(file);
      long size = fileSize(file).orElse(0L);
      deletions.add(new Vacuum.Deletion(file, size, reason));
    }
  }

  private boolean isCommitted(String name) {
    if (directory.commits().contains(name) || held.contains(name)) {
      return true;
    }
    FragmentName folder = folders.get(name);
    return folder != null && !folder.version().hasCommitFiles() && hasMetadata(folder);
  }

  private boolean isWhole(String name) {
    return isCommitted(name) && hasMetadata(parsed(name));
  }

  private boolean hasMetadata(FragmentName name) {
    return fileSize(folder(name).resolve(ArrayPaths.FRAGMENT_METADATA_FILE)).isPresent();
  }

  private long size(FragmentName name) {
    return files.isPresent()
        ? files.get().bytes(folder(name))
        : storage.list(folder(name)).stream().mapToLong(Storage.Entry::size).sum();
  }

  /** Returns the size of a file in bytes, or empty if the file does not exist. */
  private Optional<Long> fileSize(Location file) {
    return files.isPresent()
        ? files.get().file(file).map(FileTree.File::size)
        : storage.find(file).map(Storage.Entry::size);
  }

  private Location folder(FragmentName name) {
    return array.location().resolve(ArrayPaths.fragment(name));
  }

  /** Returns the file that commits only this fragment, or empty if it does not exist. */
  private Optional<Location> commitFile(FragmentName name) {
    return directory.commits().contains(name.text())
        ? ArrayPaths.commit(name).map(array.location()::resolve)
        : Optional.empty();
  }

  private static FragmentName parsed(String name) {
    return FragmentName.parse(name).orElseThrow();
  }

  private void delete(Progress progress) {
    long total = Vacuum.bytes(deletions);
    long done = 0;
    fragments.values().forEach(this::uncommit);
    if (!counted.isEmpty()) {
      // A concurrent consolidation of commits may have listed commits that have been deleted since.
      CommitGathering.ignoreConsolidated(array, counted, tasks);
    }
    for (List<FragmentName> group : fragments.values()) {
      deleteMetadata(group);
      int together = files.isPresent() ? group.size() : AT_ONCE;
      for (int from = 0; from < group.size(); from += together) {
        List<FragmentName> some = group.subList(from, Math.min(from + together, group.size()));
        deleteFolders(some);
        done += some.stream().mapToLong(fragment -> bytes.get(fragment.text())).sum();
        progress.advanced(done, total);
      }
    }
    if (!strayLists.isEmpty()) {
      storage.delete(strayLists);
    }
    storage.delete(lists);
    progress.advanced(total, total);
  }

  private void deleteFolders(List<FragmentName> some) {
    if (files.isPresent()) {
      storage.delete(some.stream().flatMap(name -> files.get().in(folder(name)).stream()).toList());
      return;
    }
    tasks.io(
        storage.traits().waitingRequests(),
        some,
        fragment -> {
          storage.deleteFolder(folder(fragment));
          return fragment;
        });
  }

  private void uncommit(List<FragmentName> group) {
    List<FragmentName> consolidated =
        group.stream().filter(fragment -> held.contains(fragment.text())).toList();
    if (!consolidated.isEmpty()) {
      CommitGathering.ignore(array, consolidated);
    }
    storage.delete(group.stream().flatMap(name -> commitFile(name).stream()).toList());
  }

  /** Deletes the metadata first. Readers that miss a file can then recognize a vacuum. */
  private void deleteMetadata(List<FragmentName> group) {
    storage.delete(
        group.stream()
            .map(name -> folder(name).resolve(ArrayPaths.FRAGMENT_METADATA_FILE))
            .toList());
  }
}
