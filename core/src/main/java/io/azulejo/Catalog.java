package io.azulejo;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.seal.Seals;
import io.azulejo.internal.snapshot.GroupChanges;
import io.azulejo.internal.snapshot.GroupSnapshot;
import io.azulejo.internal.snapshot.object.ObjectArchive;
import io.azulejo.internal.snapshot.object.ObjectCopy;
import io.azulejo.internal.snapshot.object.ObjectRemoval;
import io.azulejo.internal.snapshot.object.ObjectWalk;
import io.azulejo.internal.snapshot.object.UncommittedFragments;
import io.azulejo.query.Progress;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The arrays and groups of the stores: what is where; copying, moving and removing it; groups and
 * their members. As safe for use by many threads as the engine that gives it out.
 */
public final class Catalog {
  private final Engine engine;

  Catalog(Engine engine) {
    this.engine = engine;
  }

  /** Opens a group as it is now; see {@link #openGroup(Location, OpenOptions)}. */
  public Group openGroup(Location location) {
    return openGroup(location, OpenOptions.DEFAULT);
  }

  /**
   * Opens a group as a snapshot, which need not be closed: its members and its metadata.
   *
   * @throws io.azulejo.error.NotFoundException if there is no group
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed
   */
  public Group openGroup(Location location, OpenOptions options) {
    return new Group(
        GroupSnapshot.open(
            engine.reading(location, options),
            location,
            Engine.times(options),
            engine.key(location, options),
            engine.tasks()));
  }

  /**
   * Creates a group without members.
   *
   * @throws io.azulejo.error.AlreadyExistsException if there is an array or a group
   */
  public void createGroup(Location location) {
    GroupChanges.create(engine.storage(location), location);
  }

  /**
   * Adds and removes members of a group, all at once. What a member is, an array or a group, is
   * found by looking; there may be nothing yet.
   *
   * @throws io.azulejo.error.NotFoundException if there is no group
   * @throws io.azulejo.error.InvalidRequestException if there is no member to be removed, or
   *     several with that URI, or a member is changed twice
   */
  public void changeGroup(Location location, GroupChange change, ChangeOptions options) {
    GroupChanges.change(
        engine.storage(location),
        location,
        engine.key(location),
        change.additions(),
        change.removals(),
        options.at().orElseGet(System::currentTimeMillis),
        engine.tasks(),
        engine::kind);
  }

  /** Whether an array, a group or neither is at a location; links are followed. */
  public ObjectType type(Location location) {
    return ObjectType.of(engine.kind(location));
  }

  /**
   * The arrays and groups that lie directly in a folder, by name.
   *
   * @throws io.azulejo.error.StorageException if something in it cannot be looked at
   */
  public List<Entry> list(Location folder) {
    return list(folder, Catalog::refuse);
  }

  /**
   * As {@link #list(Location)}, but goes on past what cannot be looked at.
   *
   * @param unlisted receives the failure of each folder that cannot be listed; the exception names
   *     the folder
   */
  public List<Entry> list(Location folder, Consumer<AzulejoException> unlisted) {
    return walker(unlisted).list(folder).stream().map(Entry::of).toList();
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

  /**
   * As {@link #walk(Location)}, but goes on past what cannot be looked at.
   *
   * @param unlisted receives the failure of each folder that cannot be listed; the exception names
   *     the folder
   */
  public Stream<Entry> walk(Location location, Consumer<AzulejoException> unlisted) {
    return walker(unlisted).walk(location).map(Entry::of);
  }

  /**
   * The arrays and groups in the folder of a group that are not members of it: all there are, in
   * groups of the old kind that list none, and those that were members once. What lies in the
   * folders of members and of other groups is not looked at.
   *
   * @param unlisted receives the failure of each object that cannot be opened; the exception names
   *     the object
   */
  public List<Entry> nonMembers(Group group, Consumer<AzulejoException> unlisted) {
    List<Location> members = group.members().stream().map(group::locate).toList();
    return walker(unlisted).nonMembers(group.location(), members).stream().map(Entry::of).toList();
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
        engine.budget(),
        progress);
    for (Location object : sealed) {
      String path = object.path().substring(from.path().length());
      Seals.copy(engine.storage(from), object, engine.storage(to), to.resolve(path));
    }
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
    ObjectArchive.write(
        engine.storage(from), from, engine.storage(archive), archive, engine.tasks(), progress);
  }

  /** Moves an array or a group; see {@link #move(Location, Location, Progress)}. */
  public void move(Location from, Location to) {
    move(from, to, Progress.NONE);
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
                array -> UncommittedFragments.refuse(source, array.location(), engine.tasks()));
      }
      copy(from, to, progress);
      removeCopied(from, to);
    } else if (sealed) {
      Seals.copy(source, from, target, to);
      Seals.remove(source, from);
    }
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
    Storage storage = engine.storage(location);
    if (type(location) != ObjectType.NONE) {
      Seals.remove(storage, location);
    }
    ObjectRemoval.remove(storage, location);
  }

  /**
   * Whether a folder holds nothing but what an interrupted change left of an array or a group that
   * it was to make or to remove. No reader needs any of it, and {@link #remove} deletes it; but a
   * folder in which an array is being made looks the same for a moment.
   */
  public boolean isRemains(Location folder) {
    return ObjectRemoval.isRemains(engine.storage(folder), folder);
  }

  private boolean isSealed(Location object) {
    return Seals.isSealed(engine.storage(object), object);
  }

  /**
   * An array or group that lies below a location.
   *
   * @param location where it is
   * @param type what it is
   */
  public record Entry(Location location, ObjectType type) {
    static Entry of(ObjectWalk.Found found) {
      return new Entry(found.location(), ObjectType.of(found.kind()));
    }
  }
}
