package io.azulejo;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.seal.Seals;
import io.azulejo.internal.snapshot.object.ObjectArchive;
import io.azulejo.internal.snapshot.object.ObjectCopy;
import io.azulejo.internal.snapshot.object.ObjectRemoval;
import io.azulejo.internal.snapshot.object.ObjectWalk;
import io.azulejo.internal.snapshot.object.UncommittedFragments;
import io.azulejo.query.Progress;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The arrays and groups of the stores: finds, copies, moves and removes them. As safe for use by
 * many threads as the engine that gives it out.
 */
public final class Catalog {
  private final Engine engine;

  Catalog(Engine engine) {
    this.engine = engine;
  }

  /** Whether an array, a group or neither is at a location; links are followed. */
  public ObjectType type(Location location) {
    return Cancellation.atDoor(() -> ObjectType.of(engine.kind(location)));
  }

  /** See {@link #type(Location)}; for a path or URI. */
  public ObjectType type(String location) {
    return type(Location.of(location));
  }

  /** See {@link #type(Location)}; for a local path. */
  public ObjectType type(Path location) {
    return type(Location.of(location));
  }

  /** See {@link #type(Location)}; for a URI. */
  public ObjectType type(URI location) {
    return type(Location.of(location));
  }

  /**
   * The arrays and groups that lie directly in a folder, by name.
   *
   * @throws io.azulejo.error.StorageException if something in it cannot be looked at
   */
  public List<Entry> list(Location folder) {
    return list(folder, Catalog::refuse);
  }

  /** See {@link #list(Location)}; for a path or URI. */
  public List<Entry> list(String folder) {
    return list(Location.of(folder));
  }

  /** See {@link #list(Location)}; for a local path. */
  public List<Entry> list(Path folder) {
    return list(Location.of(folder));
  }

  /** See {@link #list(Location)}; for a URI. */
  public List<Entry> list(URI folder) {
    return list(Location.of(folder));
  }

  /**
   * As {@link #list(Location)}, but goes on past what cannot be looked at.
   *
   * @param unlisted receives the failure of each folder that cannot be listed; the exception names
   *     the folder
   */
  public List<Entry> list(Location folder, Consumer<AzulejoException> unlisted) {
    return Cancellation.atDoor(
        () -> walker(unlisted).list(folder).stream().map(Catalog::entry).toList());
  }

  /** See {@link #list(Location, Consumer)}; for a path or URI. */
  public List<Entry> list(String folder, Consumer<AzulejoException> unlisted) {
    return list(Location.of(folder), unlisted);
  }

  /** See {@link #list(Location, Consumer)}; for a local path. */
  public List<Entry> list(Path folder, Consumer<AzulejoException> unlisted) {
    return list(Location.of(folder), unlisted);
  }

  /** See {@link #list(Location, Consumer)}; for a URI. */
  public List<Entry> list(URI folder, Consumer<AzulejoException> unlisted) {
    return list(Location.of(folder), unlisted);
  }

  /**
   * The arrays and groups at and below a location, each before those that lie in it. Folders are
   * looked at as the stream is consumed; those of arrays are not. Links are followed, but for those
   * to a folder that contains them.
   *
   * @throws io.azulejo.error.StorageException from the stream, if something cannot be looked at
   */
  public Stream<Entry> walk(Location location) {
    return walk(location, Catalog::refuse);
  }

  /** See {@link #walk(Location)}; for a path or URI. */
  public Stream<Entry> walk(String location) {
    return walk(Location.of(location));
  }

  /** See {@link #walk(Location)}; for a local path. */
  public Stream<Entry> walk(Path location) {
    return walk(Location.of(location));
  }

  /** See {@link #walk(Location)}; for a URI. */
  public Stream<Entry> walk(URI location) {
    return walk(Location.of(location));
  }

  /**
   * As {@link #walk(Location)}, but goes on past what cannot be looked at.
   *
   * @param unlisted receives the failure of each folder that cannot be listed; the exception names
   *     the folder
   */
  public Stream<Entry> walk(Location location, Consumer<AzulejoException> unlisted) {
    return walker(unlisted).walk(location).map(Catalog::entry);
  }

  /** See {@link #walk(Location, Consumer)}; for a path or URI. */
  public Stream<Entry> walk(String location, Consumer<AzulejoException> unlisted) {
    return walk(Location.of(location), unlisted);
  }

  /** See {@link #walk(Location, Consumer)}; for a local path. */
  public Stream<Entry> walk(Path location, Consumer<AzulejoException> unlisted) {
    return walk(Location.of(location), unlisted);
  }

  /** See {@link #walk(Location, Consumer)}; for a URI. */
  public Stream<Entry> walk(URI location, Consumer<AzulejoException> unlisted) {
    return walk(Location.of(location), unlisted);
  }

  /**
   * Returns the arrays and groups in the folder of a group that are not members of it: all of them
   * in groups of the old kind, which list none, and those that were members once. Does not look
   * into the folders of members and of other groups.
   *
   * @param unlisted receives the failure of each object that cannot be opened; the exception names
   *     the object
   */
  public List<Entry> nonMembers(Group group, Consumer<AzulejoException> unlisted) {
    return Cancellation.atDoor(
        () -> {
          List<Location> members = group.members().stream().map(group::locate).toList();
          return walker(unlisted).nonMembers(group.location(), members).stream()
              .map(Catalog::entry)
              .toList();
        });
  }

  private ObjectWalk walker(Consumer<AzulejoException> unlisted) {
    return new ObjectWalk(engine::storage, unlisted);
  }

  private static void refuse(AzulejoException e) {
    throw e;
  }

  /** Copies an array or a group; see {@link #copy(Location, Location, Progress)}. */
  public void copy(Location from, Location to) {
    copy(from, to, Progress.NONE);
  }

  /** See {@link #copy(Location, Location)}; for paths or URIs. */
  public void copy(String from, String to) {
    copy(Location.of(from), Location.of(to));
  }

  /** See {@link #copy(Location, Location)}; for local paths. */
  public void copy(Path from, Path to) {
    copy(Location.of(from), Location.of(to));
  }

  /** See {@link #copy(Location, Location)}; for URIs. */
  public void copy(URI from, URI to) {
    copy(Location.of(from), Location.of(to));
  }

  /**
   * Copies an array or a group as it is now, with all arrays and groups in its folder, within a
   * store or from one to another. There is nothing at the new place until all is there; if the copy
   * fails, it is deleted. The members of groups keep their URIs: relative ones then name what is at
   * the new place, absolute ones what they named before. Seals are copied, too.
   *
   * @param progress listens to how many bytes of data files are copied
   * @throws io.azulejo.error.CommitUnknownException if it failed, and could not be deleted
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group
   * @throws io.azulejo.error.AlreadyExistsException if there is anything at the new place
   */
  public void copy(Location from, Location to, Progress progress) {
    Cancellation.atDoor(
        () -> {
          Seals.removeStale(engine.storage(to), to, () -> type(to) == ObjectType.NONE);
          List<Location> sealed;
          try (Stream<Entry> objects = walk(from)) {
            sealed = objects.map(Entry::location).filter(this::isSealed).toList();
          }
          ObjectCopy.copy(
              engine.storage(from),
              from,
              engine.storage(to),
              to,
              engine.tasks(),
              engine.resources().budget(),
              progress);
          for (Location object : sealed) {
            String path = object.path().substring(from.path().length());
            Seals.copy(engine.storage(from), object, engine.storage(to), to.resolve(path));
          }
        });
  }

  /**
   * Writes an array or a group as it is now, with all arrays and groups in its folder, into one ZIP
   * file, from which it can be read where it lies: {@code zip+https://host/array.zip}, {@code
   * zip+s3://bucket/array.zip}. Its files are not compressed again. There is nothing under the name
   * until the archive is complete. The seal of the array or group itself is left out, as an archive
   * has checksums.
   *
   * @param archive the name of the new file, in any store that can be written to
   * @param progress listens to how many bytes of data files are written
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group
   * @throws io.azulejo.error.AlreadyExistsException if there is anything under the name
   */
  public void zip(Location from, Location archive, Progress progress) {
    Cancellation.atDoor(
        () ->
            ObjectArchive.write(
                engine.storage(from),
                from,
                engine.storage(archive),
                archive,
                engine.tasks(),
                progress));
  }

  /** See {@link #zip(Location, Location, Progress)}; for paths or URIs. */
  public void zip(String from, String archive, Progress progress) {
    zip(Location.of(from), Location.of(archive), progress);
  }

  /** See {@link #zip(Location, Location, Progress)}; for local paths. */
  public void zip(Path from, Path archive, Progress progress) {
    zip(Location.of(from), Location.of(archive), progress);
  }

  /** See {@link #zip(Location, Location, Progress)}; for URIs. */
  public void zip(URI from, URI archive, Progress progress) {
    zip(Location.of(from), Location.of(archive), progress);
  }

  /** Moves an array or a group; see {@link #move(Location, Location, Progress)}. */
  public void move(Location from, Location to) {
    move(from, to, Progress.NONE);
  }

  /** See {@link #move(Location, Location)}; for paths or URIs. */
  public void move(String from, String to) {
    move(Location.of(from), Location.of(to));
  }

  /** See {@link #move(Location, Location)}; for local paths. */
  public void move(Path from, Path to) {
    move(Location.of(from), Location.of(to));
  }

  /** See {@link #move(Location, Location)}; for URIs. */
  public void move(URI from, URI to) {
    move(Location.of(from), Location.of(to));
  }

  /**
   * Moves an array or a group with all that lies in its folder: in one act where the store can do
   * that, else it is copied and then removed, within a store or from one to another. Its seal is
   * moved with it.
   *
   * @param progress listens to how many bytes of data files are copied
   * @throws io.azulejo.error.InvalidRequestException if it would have to be copied, and has a
   *     fragment with data that nothing commits and that a copy leaves out
   * @throws io.azulejo.error.CommitUnknownException if it is not known whether it was moved, or it
   *     was, but files are left at the old place
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group
   * @throws io.azulejo.error.AlreadyExistsException if there is anything at the new place
   */
  public void move(Location from, Location to, Progress progress) {
    Cancellation.atDoor(
        () -> {
          Storage source = engine.storage(from);
          Storage target = engine.storage(to);
          ObjectCopy.requireFree(from, target, to);
          Seals.removeStale(target, to, () -> type(to) == ObjectType.NONE);
          boolean sealed = isSealed(from);
          if (source != target || !ObjectCopy.tryMove(source, from, to)) {
            try (Stream<Entry> objects = walk(from)) {
              objects
                  .filter(object -> object.type() == ObjectType.ARRAY)
                  .forEach(
                      array ->
                          UncommittedFragments.refuse(source, array.location(), engine.tasks()));
            }
            copy(from, to, progress);
            removeCopied(from, to);
          } else if (sealed) {
            Seals.copy(source, from, target, to);
            Seals.remove(source, from);
          }
        });
  }

  private void removeCopied(Location from, Location to) {
    try {
      remove(from);
    } catch (StorageException e) {
      String message = copied(from, to, e);
      throw e.withoutEffect()
          ? StorageException.withoutEffect(message, from.toString(), e, e.retryable())
          : new StorageException(message, from.toString(), e, e.retryable());
    } catch (CommitUnknownException e) {
      throw new CommitUnknownException(copied(from, to, e), from.toString(), e);
    }
  }

  private static String copied(Location from, Location to, AzulejoException failure) {
    return "%s was copied to %s and is complete there, but cannot be removed (%s): remove one of the two (azulejo rm)"
        .formatted(from, to, failure.getMessage());
  }

  /**
   * Removes an array or a group with all that lies in its folder, its members there among it, and
   * its seal. Removes the rest of an interrupted removal, creation, copy or repacking, too. Where a
   * symbolic link leads to it, the link alone is removed.
   *
   * @throws io.azulejo.error.CommitUnknownException if it is gone, but files of it are left
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group
   */
  public void remove(Location location) {
    Cancellation.atDoor(
        () -> {
          Storage storage = engine.storage(location);
          if (type(location) != ObjectType.NONE) {
            Seals.remove(storage, location);
          }
          ObjectRemoval.remove(storage, location);
        });
  }

  /** See {@link #remove(Location)}; for a path or URI. */
  public void remove(String location) {
    remove(Location.of(location));
  }

  /** See {@link #remove(Location)}; for a local path. */
  public void remove(Path location) {
    remove(Location.of(location));
  }

  /** See {@link #remove(Location)}; for a URI. */
  public void remove(URI location) {
    remove(Location.of(location));
  }

  /**
   * Whether a folder holds nothing but what an interrupted change left of an array or a group that
   * it was to make or to remove. No reader needs any of it, and {@link #remove} deletes it; but a
   * folder in which an array is being made looks the same for a moment.
   */
  public boolean isRemains(Location folder) {
    return Cancellation.atDoor(() -> ObjectRemoval.isRemains(engine.storage(folder), folder));
  }

  /** See {@link #isRemains(Location)}; for a path or URI. */
  public boolean isRemains(String folder) {
    return isRemains(Location.of(folder));
  }

  /** See {@link #isRemains(Location)}; for a local path. */
  public boolean isRemains(Path folder) {
    return isRemains(Location.of(folder));
  }

  /** See {@link #isRemains(Location)}; for a URI. */
  public boolean isRemains(URI folder) {
    return isRemains(Location.of(folder));
  }

  private boolean isSealed(Location object) {
    return Seals.isSealed(engine.storage(object), object);
  }

  private static Entry entry(ObjectWalk.Found found) {
    return new FoundObject(found.location(), ObjectType.of(found.kind()));
  }

  /**
   * An array or group below a location. Immutable.
   *
   * <p>Azulejo implements this interface; later releases may add methods.
   */
  public interface Entry {
    /** Returns the location of the array or group. */
    Location location();

    /** Returns its type. */
    ObjectType type();
  }

  private record FoundObject(Location location, ObjectType type) implements Entry {}
}
