package io.azulejo.internal.seal;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A store for one change to arrays. It records the change in the seals of the affected arrays. The
 * order of the records keeps a seal correct even if the writer is killed at any moment:
 *
 * <ul>
 *   <li>New files are created without a record as long as they are not visible.
 *   <li>An exclusively created file may be a commit. Before it is created, a record lists all new
 *       files and their digests as intended. Afterwards, a second record states that they exist.
 *   <li>Deletions are recorded before they happen.
 * </ul>
 *
 * <p>The first change to a file in an array determines whether the array has a seal to keep up to
 * date. Later changes do not check again.
 */
final class SealedChanges extends ForwardingStorage {
  private final Location top;
  private final Function<Location, SealFolder> folders;
  private final Map<Location, Optional<Writer>> seals = new ConcurrentHashMap<>();

  /**
   * Wraps a store.
   *
   * @param inner the store to change
   * @param top an array, or a folder with arrays; changes outside it are not recorded
   * @param folders returns the seal folder of an array, whether it exists or not
   */
  SealedChanges(Storage inner, Location top, Function<Location, SealFolder> folders) {
    super(inner);
    this.top = top;
    this.folders = folders;
  }

  /** Records the changes of one array. */
  private final class Writer {
    private final Location array;
    private final SealFolder seal;
    private final SortedMap<String, SealEntry> unrecorded = new TreeMap<>();

    /** The files of this change whose existence no record requires yet. */
    private final Set<String> own = new HashSet<>();

    /** The staged files of earlier changes that the next created file commits. */
    private final Set<String> joining = new TreeSet<>();

    Writer(Location array, SealFolder seal) {
      this.array = array;
      this.seal = seal;
    }

    private String path(Location file) {
      return seal.name() + file.path().substring(array.path().length());
    }

    synchronized OutputFile digesting(Location file, OutputFile output) {
      own.add(path(file));
      return new DigestingOutput(output, this::complete);
    }

    synchronized void complete(Location file, SealEntry entry) {
      unrecorded.put(path(file), entry);
    }

    void create(Location file, byte[] content) {
      SortedMap<String, SealEntry> changed;
      synchronized (this) {
        changed = new TreeMap<>(unrecorded);
      }
      changed.put(path(file), FileDigest.of(content));
      publish(SealRecord.before(changed), file);
      inner().createExclusive(file, content);
      synchronized (this) {
        unrecorded.keySet().removeAll(changed.keySet());
        own.removeAll(changed.keySet());
      }
      Set<String> arrived = new TreeSet<>(changed.keySet());
      synchronized (this) {
        arrived.addAll(joining);
        joining.clear();
      }
      try {
        seal.publish(SealRecord.after(arrived));
      } catch (AzulejoException e) {
        // The files exist and their digests are recorded. The only loss is that the seal does not
        // require the files to exist.
        return;
      }
    }

    /** Records the digests of staged files, because another writer may commit them. */
    void stage() {
      SortedMap<String, SealEntry> staged;
      synchronized (this) {
        staged = new TreeMap<>(unrecorded);
      }
      if (!staged.isEmpty()) {
        publish(SealRecord.before(staged), array);
        synchronized (this) {
          unrecorded.keySet().removeAll(staged.keySet());
        }
      }
    }

    synchronized void join(Location file) {
      joining.add(path(file));
    }

    /** Records that files or folders are about to be deleted. */
    void delete(List<Location> files, boolean folders) {
      TreeSet<String> paths = new TreeSet<>();
      files.forEach(place -> paths.add(path(place) + (folders ? "/" : "")));
      synchronized (this) {
        unrecorded.keySet().removeAll(paths);
        if (folders) {
          unrecorded.keySet().removeIf(path -> paths.stream().anyMatch(path::startsWith));
        }
      }
      try {
        publish(SealRecord.deletion(paths), files.get(0));
      } catch (StorageException e) {
        // A failed change must be able to clean up, even if the disk is full.
        if (!files.stream().allMatch(place -> isOwn(place, folders))) {
          throw e;
        }
      }
    }

    /**
     * Returns whether this change created a file, or every file in a folder, and no record requires
     * these files.
     */
    private boolean isOwn(Location place, boolean folder) {
      return folder
          ? inner().list(place).stream().allMatch(entry -> isOwn(place, entry))
          : isOwn(place);
    }

    private boolean isOwn(Location folder, Entry entry) {
      return !entry.folder()
          && (SealFolder.isScratch(entry.name()) || isOwn(folder.resolve(entry.name())));
    }

    private synchronized boolean isOwn(Location file) {
      return own.contains(path(file));
    }

    /** Publishes a record. If this fails, reports that the array is unchanged. */
    private void publish(SealRecord record, Location file) {
      try {
        seal.publish(record);
      } catch (AzulejoException e) {
        throw StorageException.withoutEffect(
            "%s was not changed, because the seal %s cannot be updated: %s"
                .formatted(file, seal.place(), e.getMessage()),
            file.toString(),
            e,
            e instanceof StorageException failure && failure.retryable());
      }
    }
  }

  /** Records the written but uncommitted files, because another writer may commit them. */
  void stage() {
    seals.values().stream().flatMap(Optional::stream).forEach(Writer::stage);
  }

  /** Makes the next created file commit the given staged files. */
  void join(List<Location> files) {
    files.forEach(file -> seal(file).ifPresent(seal -> seal.join(file)));
  }

  /**
   * Returns the writer for the array that contains a file or folder, or empty if its seal does not
   * exist or is not kept up to date.
   */
  private Optional<Writer> seal(Location place) {
    String inside = top.path() + "/";
    if (!place.scheme().equals(top.scheme()) || !place.path().startsWith(inside)) {
      return Optional.empty();
    }
    Location array = top;
    String[] names = place.path().substring(inside.length()).split("/");
    for (int i = 0; ; i++) {
      Optional<Writer> seal = seals.computeIfAbsent(array, this::writer);
      // Names with two leading underscores belong to an array.
      if (seal.isPresent() || i == names.length - 1 || names[i].startsWith("__")) {
        return seal;
      }
      array = array.resolve(names[i]);
    }
  }

  private Optional<Writer> writer(Location array) {
    SealFolder folder = folders.apply(array);
    try {
      return folder.exists() ? Optional.of(new Writer(array, folder)) : Optional.empty();
    } catch (StorageException e) {
      throw StorageException.withoutEffect(
          "nothing was changed, because it is not known whether %s has a seal to update: %s"
              .formatted(array, e.getMessage()),
          array.toString(),
          e,
          e.retryable());
    }
  }

  @Override
  public Optional<FileTree> tree(Location folder, String after) {
    return inner().tree(folder, after);
  }

  @Override
  public Optional<Entry> findFile(Location file) {
    return inner().findFile(file);
  }

  @Override
  public OutputFile create(Location file) {
    OutputFile output = inner().create(file);
    if (SealFolder.isScratch(file.name())) {
      return output;
    }
    try {
      return seal(file).<OutputFile>map(seal -> seal.digesting(file, output)).orElse(output);
    } catch (RuntimeException | Error e) {
      output.close();
      throw e;
    }
  }

  @Override
  public void commit(List<OutputFile> files) {
    commitPlain(files, inner()::commit);
  }

  @Override
  public void commit(List<OutputFile> files, Consumer<List<Runnable>> concurrently) {
    commitPlain(files, plain -> inner().commit(plain, concurrently));
  }

  /** Commits the wrapped files, and then completes their digests. */
  private static void commitPlain(List<OutputFile> files, Consumer<List<OutputFile>> commit) {
    List<OutputFile> plain = new ArrayList<>();
    for (OutputFile file : files) {
      plain.add(file instanceof DigestingOutput digesting ? digesting.file() : file);
    }
    commit.accept(plain);
    for (OutputFile file : files) {
      if (file instanceof DigestingOutput digesting) {
        digesting.completed();
      }
    }
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    Optional<Writer> seal = SealFolder.isScratch(file.name()) ? Optional.empty() : seal(file);
    if (seal.isPresent()) {
      seal.get().create(file, content);
    } else {
      inner().createExclusive(file, content);
    }
  }

  @Override
  public void delete(Location file) {
    delete(List.of(file));
  }

  @Override
  public void delete(List<Location> files) {
    Map<Writer, List<Location>> sealed = new LinkedHashMap<>();
    for (Location file : files) {
      if (!SealFolder.isScratch(file.name())) {
        seal(file).ifPresent(s -> sealed.computeIfAbsent(s, x -> new ArrayList<>()).add(file));
      }
    }
    sealed.forEach((seal, ofSeal) -> seal.delete(ofSeal, false));
    if (files.size() == 1) {
      inner().delete(files.get(0));
    } else {
      inner().delete(files);
    }
  }

  @Override
  public void deleteFolder(Location folder) {
    seal(folder).ifPresent(seal -> seal.delete(List.of(folder), true));
    inner().deleteFolder(folder);
  }

  @Override
  public void copy(Location from, OutputFile to) {
    if (to instanceof DigestingOutput) {
      super.copy(from, to);
    } else {
      inner().copy(from, to);
    }
  }
}
