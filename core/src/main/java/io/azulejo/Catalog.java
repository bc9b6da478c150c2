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
 * The operations that find, copy, move and remove arrays and groups. Safe for use by several
 * threads.
 */
public final class Catalog {
  private final Engine engine;

  Catalog(Engine engine) {
    this.engine = engine;
  }

  /**
   * Returns whether a location contains an array, a group or neither. Symbolic links are followed.
   */
  public ObjectType type(Location location) {
    return Cancellation.translate(() -> ObjectType.of(engine.kind(location)));
  }

  /** Calls {@link #type(Location)} with a path or URI. */
  public ObjectType type(String location) {
    return type(Location.of(location));
  }

  /** Calls {@link #type(Location)} with a local path. */
  public ObjectType type(Path location) {
    return type(Location.of(location));
  }

  /** Calls {@link #type(Location)} with a URI. */
  public ObjectType type(URI location) {
    return type(Location.of(location));
  }

  /**
   * Returns the arrays and groups directly in a folder, sorted by name.
   *
   * @throws io.azulejo.error.StorageException if the folder or a folder in it cannot be listed
   */
  public List<Entry> list(Location folder) {
    return list(folder, Catalog::refuse);
  }

  /** Calls {@link #list(Location)} with a path or URI. */
  public List<Entry> list(String folder) {
    return list(Location.of(folder));
  }

  /** Calls {@link #list(Location)} with a local path. */
  public List<Entry> list(Path folder) {
    return list(Location.of(folder));
  }

  /** Calls {@link #list(Location)} with a URI. */
  public List<Entry> list(URI folder) {
    return list(Location.of(folder));
  }

  /**
   * Returns the arrays and groups directly in a folder, sorted by name, without those in folders
   * that cannot be listed.
   *
   * @param unlisted receives the exception for each folder that cannot be listed, which names the
   *     folder
   */
  public List<Entry> list(Location folder, Consumer<AzulejoException> unlisted) {
    return Cancellation.translate(
        () -> walker(unlisted).list(folder).stream().map(Catalog::entry).toList());
  }

  /** Calls {@link #list(Location, Consumer)} with a path or URI. */
  public List<Entry> list(String folder, Consumer<AzulejoException> unlisted) {
    return list(Location.of(folder), unlisted);
  }

  /** Calls {@link #list(Location, Consumer)} with a local path. */
  public List<Entry> list(Path folder, Consumer<AzulejoException> unlisted) {
    return list(Location.of(folder), unlisted);
  }

  /** Calls {@link #list(Location, Consumer)} with a URI. */
  public List<Entry> list(URI folder, Consumer<AzulejoException> unlisted) {
    return list(Location.of(folder), unlisted);
  }

  /**
   * Returns the arrays and groups at and below a location. Each object comes before the objects in
   * its folder. Folders are listed as the stream is consumed. The folders of arrays are not
   * searched. Symbolic links are followed, except links to a folder that contains them.
   *
   * @throws io.azulejo.error.StorageException from the stream, if a folder cannot be listed
   */
  public Stream<Entry> walk(Location location) {
    return walk(location, Catalog::refuse);
  }

  /** Calls {@link #walk(Location)} with a path or URI. */
  public Stream<Entry> walk(String location) {
    return walk(Location.of(location));
  }

  /** Calls {@link #walk(Location)} with a local path. */
  public Stream<Entry> walk(Path location) {
    return walk(Location.of(location));
  }

  /** Calls {@link #walk(Location)} with a URI. */
  public Stream<Entry> walk(URI location) {
    return walk(Location.of(location));
  }

  /**
   * Returns the arrays and groups at and below a location like {@link #walk(Location)}, but skips
   * folders that cannot be listed.
   *
   * @param unlisted receives the exception for each folder that cannot be listed, which names the
   *     folder
   */
  public Stream<Entry> walk(Location location, Consumer<AzulejoException> unlisted) {
    return walker(unlisted).walk(location).map(Catalog::entry);
  }

  /** Calls {@link #walk(Location, Consumer)} with a path or URI. */
  public Stream<Entry> walk(String location, Consumer<AzulejoException> unlisted) {
    return walk(Location.of(location), unlisted);
  }

  /** Calls {@link #walk(Location, Consumer)} with a local path. */
  public Stream<Entry> walk(Path location, Consumer<AzulejoException> unlisted) {
    return walk(Location.of(location), unlisted);
  }

  /** Calls {@link #walk(Location, Consumer)} with a URI. */
  public Stream<Entry> walk(URI location, Consumer<AzulejoException> unlisted) {
    return walk(Location.of(location), unlisted);
  }

  /**
   * Returns the arrays and groups in a group's folder that are not members of the group. They may
   * be former members. If the group has the old format that does not list members, they are all
   * objects in the folder. The folders of members and of other groups are not searched.
   *
   * @param unlisted receives the exception for each object that cannot be opened, which names the
   *     object
   */
  public List<Entry> nonMembers(Group group, Consumer<AzulejoException> unlisted) {
    return Cancellation.translate(
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

  /** Calls {@link #copy(Location, Location)} with paths or URIs. */
  public void copy(String from, String to) {
    copy(Location.of(from), Location.of(to));
  }

  /** Calls {@link #copy(Location, Location)} with local paths. */
  public void copy(Path from, Path to) {
    copy(Location.of(from), Location.of(to));
  }

  /** Calls {@link #copy(Location, Location)} with URIs. */
  public void copy(URI from, URI to) {
    copy(Location.of(from), Location.of(to));
  }

  /**
   * Copies the current state of an array or a group, including all arrays and groups in its folder
   * and their seals. The copy may be in the same store or in another store. It becomes visible when
   * it is complete; if copying fails, it is deleted. Members of groups keep their URIs: relative
   * URIs refer to objects in the copy, and absolute URIs to the same objects as before.
   *
   * @param progress receives the number of bytes of data files copied so far
   * @throws io.azulejo.error.CommitUnknownException if copying failed and the copy could not be
   *     deleted
   * @throws io.azulejo.error.NotFoundException if {@code from} is neither an array nor a group
   * @throws io.azulejo.error.AlreadyExistsException if {@code to} is not empty
   */
  public void copy(Location from, Location to, Progress progress) {
    Cancellation.translate(
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
   * Writes the current state of an array or a group, including all arrays and groups in its folder,
   * to one ZIP file. The archive can be read in place, with locations such as {@code
   * zip+https://host/array.zip} and {@code zip+s3://bucket/array.zip}. Files in the archive are not
   * compressed again. The archive becomes visible when it is complete. The seal of the array or
   * group itself is not included, because archives have their own checksums.
   *
   * @param archive the location of the new file, in any writable store
   * @param progress receives the number of bytes of data files written so far
   * @throws io.azulejo.error.NotFoundException if {@code from} is neither an array nor a group
   * @throws io.azulejo.error.AlreadyExistsException if {@code archive} already exists
   */
  public void zip(Location from, Location archive, Progress progress) {
    Cancellation.translate(
        () ->
            ObjectArchive.write(
                engine.storage(from),
                from,
                engine.storage(archive),
                archive,
                engine.tasks(),
                progress));
  }

  /** Calls {@link #zip(Location, Location, Progress)} with paths or URIs. */
  public void zip(String from, String archive, Progress progress) {
    zip(Location.of(from), Location.of(archive), progress);
  }

  /** Calls {@link #zip(Location, Location, Progress)} with local paths. */
  public void zip(Path from, Path archive, Progress progress) {
    zip(Location.of(from), Location.of(archive), progress);
  }

  /** Calls {@link #zip(Location, Location, Progress)} with URIs. */
  public void zip(URI from, URI archive, Progress progress) {
    zip(Location.of(from), Location.of(archive), progress);
  }

  /** Moves an array or a group; see {@link #move(Location, Location, Progress)}. */
  public void move(Location from, Location to) {
    move(from, to, Progress.NONE);
  }

  /** Calls {@link #move(Location, Location)} with paths or URIs. */
  public void move(String from, String to) {
    move(Location.of(from), Location.of(to));
  }

  /** Calls {@link #move(Location, Location)} with local paths. */
  public void move(Path from, Path to) {
    move(Location.of(from), Location.of(to));
  }

  /** Calls {@link #move(Location, Location)} with URIs. */
  public void move(URI from, URI to) {
    move(Location.of(from), Location.of(to));
  }

  /**
   * Moves an array or a group with its whole folder and its seal. If the store cannot move a folder
   * in one step, or if the stores differ, this method copies the folder and then removes the
   * original.
   *
   * @param progress receives the number of bytes of data files copied so far
   * @throws io.azulejo.error.InvalidRequestException if copying is necessary, but would leave out
   *     an uncommitted fragment with data
   * @throws io.azulejo.error.CommitUnknownException if it is unknown whether the object was moved,
   *     or if it was moved but files remain at the old location
   * @throws io.azulejo.error.NotFoundException if {@code from} is neither an array nor a group
   * @throws io.azulejo.error.AlreadyExistsException if {@code to} is not empty
   */
  public void move(Location from, Location to, Progress progress) {
    Cancellation.translate(
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
    return ("copied %s to %s, but cannot remove the original (%s); the copy is complete:"
            + " remove one of the two with 'azulejo rm'")
        .formatted(from, to, failure.getMessage());
  }

  /**
   * Removes an array or a group with its whole folder, including members in that folder, and its
   * seal. Also removes what an interrupted removal, creation, copy or repack has left behind. If
   * the location is a symbolic link, only the link is removed.
   *
   * @throws io.azulejo.error.CommitUnknownException if the object was removed, but some of its
   *     files remain
   * @throws io.azulejo.error.NotFoundException if the location is neither an array nor a group, nor
   *     the remains of one
   */
  public void remove(Location location) {
    Cancellation.translate(
        () -> {
          Storage storage = engine.storage(location);
          if (type(location) != ObjectType.NONE) {
            Seals.remove(storage, location);
          }
          ObjectRemoval.remove(storage, location);
        });
  }

  /** Calls {@link #remove(Location)} with a path or URI. */
  public void remove(String location) {
    remove(Location.of(location));
  }

  /** Calls {@link #remove(Location)} with a local path. */
  public void remove(Path location) {
    remove(Location.of(location));
  }

  /** Calls {@link #remove(Location)} with a URI. */
  public void remove(URI location) {
    remove(Location.of(location));
  }

  /**
   * Returns whether a folder contains only what an interrupted creation or removal of an array or a
   * group has left behind. Readers do not need these files, and {@link #remove(Location)} deletes
   * them. The folder of an array that is being created looks the same for a moment.
   */
  public boolean isRemains(Location folder) {
    return Cancellation.translate(() -> ObjectRemoval.isRemains(engine.storage(folder), folder));
  }

  /** Calls {@link #isRemains(Location)} with a path or URI. */
  public boolean isRemains(String folder) {
    return isRemains(Location.of(folder));
  }

  /** Calls {@link #isRemains(Location)} with a local path. */
  public boolean isRemains(Path folder) {
    return isRemains(Location.of(folder));
  }

  /** Calls {@link #isRemains(Location)} with a URI. */
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
   * An array or a group that was found at or below a location. Immutable.
   *
   * <p>Azulejo implements this interface; later releases may add methods.
   */
  public interface Entry {
    /** Returns the location of the array or group. */
    Location location();

    /** Returns the type of the object: array or group. */
    ObjectType type();
  }

  private record FoundObject(Location location, ObjectType type) implements Entry {}
}
