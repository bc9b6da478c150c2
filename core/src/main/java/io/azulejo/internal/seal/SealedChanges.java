package io.azulejo.internal.seal;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.storage.ForwardingStorage;
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

/**
 * A store as one change uses it: the seals of the arrays that it changes learn of it. The order is
 * what makes a seal right at any moment, whenever a writer is killed. Files that nobody looks at
 * come first, unsaid. Before a file is created in one act, which may be a commit, their digests are
 * said, and its own, as those of files which may never come; after it, that they have come. What is
 * deleted is said before.
 *
 * <p>Whether an array has a seal that is kept up to date is asked once, with the first file of it
 * that is changed.
 */
final class SealedChanges extends ForwardingStorage {
  private final Location top;
  private final Map<Location, Optional<Writer>> seals = new ConcurrentHashMap<>();

  /**
   * A store for a change.
   *
   * @param top an array, or a folder with arrays; what is outside of it is not looked at
   */
  SealedChanges(Storage inner, Location top) {
    super(inner);
    this.top = top;
  }

  /** What is said to one seal. */
  private final class Writer {
    private final Location array;
    private final SealFolder seal;
    private final SortedMap<String, SealEntry> unsaid = new TreeMap<>();

    /** The files of this change that nobody takes for more than intended. */
    private final Set<String> own = new HashSet<>();

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
      unsaid.put(path(file), entry);
    }

    void create(Location file, byte[] content) {
      SortedMap<String, SealEntry> changed;
      synchronized (this) {
        changed = new TreeMap<>(unsaid);
      }
      changed.put(path(file), FileDigest.of(content));
      say(SealRecord.before(changed), file);
      inner().createExclusive(file, content);
      synchronized (this) {
        unsaid.keySet().removeAll(changed.keySet());
        own.removeAll(changed.keySet());
      }
      try {
        seal.publish(SealRecord.after(changed.keySet()));
      } catch (AzulejoException e) {
        // They are there, and their digests known: not known is only that they have to be there.
        return;
      }
    }

    /** Says that files or folders are about to be deleted. */
    void delete(List<Location> doomed, boolean folders) {
      TreeSet<String> paths = new TreeSet<>();
      doomed.forEach(place -> paths.add(path(place) + (folders ? "/" : "")));
      synchronized (this) {
        unsaid.keySet().removeAll(paths);
        if (folders) {
          unsaid.keySet().removeIf(path -> paths.stream().anyMatch(path::startsWith));
        }
      }
      try {
        say(SealRecord.deletion(paths), doomed.get(0));
      } catch (StorageException e) {
        // A change that fails, for want of room perhaps, has to be able to clean up.
        if (!doomed.stream().allMatch(place -> isOwn(place, folders))) {
          throw e;
        }
      }
    }

    /**
     * Whether a file, or all that is in a folder, is of this change, and nothing was said of it.
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

    /** What cannot be said is not done. */
    private void say(SealRecord record, Location file) {
      try {
        seal.publish(record);
      } catch (AzulejoException e) {
        throw StorageException.withoutEffect(
            "%s was not changed, as the seal %s, which is kept up to date, cannot be: %s"
                .formatted(file, seal.place(), e.getMessage()),
            file.toString(),
            e,
            e instanceof StorageException failure && failure.retryable());
      }
    }
  }

  /** The seal of the array that a file or folder is in, if it is kept up to date. */
  private Optional<Writer> seal(Location place) {
    String inside = top.path() + "/";
    if (!place.scheme().equals(top.scheme()) || !place.path().startsWith(inside)) {
      return Optional.empty();
    }
    Location array = top;
    String[] names = place.path().substring(inside.length()).split("/");
    for (int i = 0; ; i++) {
      Optional<Writer> seal = seals.computeIfAbsent(array, this::writer);
      // What begins with two underscores belongs to an array.
      if (seal.isPresent() || i == names.length - 1 || names[i].startsWith("__")) {
        return seal;
      }
      array = array.resolve(names[i]);
    }
  }

  private Optional<Writer> writer(Location array) {
    SealFolder folder = Seals.folder(inner(), array);
    try {
      return folder.exists() ? Optional.of(new Writer(array, folder)) : Optional.empty();
    } catch (StorageException e) {
      throw StorageException.withoutEffect(
          "nothing was changed, as it cannot be told whether %s has a seal to keep up to date: %s"
              .formatted(array, e.getMessage()),
          array.toString(),
          e,
          e.retryable());
    }
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
    List<OutputFile> plain = new ArrayList<>();
    for (OutputFile file : files) {
      plain.add(file instanceof DigestingOutput digesting ? digesting.file() : file);
    }
    inner().commit(plain);
    for (OutputFile file : files) {
      if (file instanceof DigestingOutput digesting) {
        digesting.completed();
      }
    }
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    Optional<Writer> seal = seal(file);
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
    sealed.forEach((seal, doomed) -> seal.delete(doomed, false));
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
