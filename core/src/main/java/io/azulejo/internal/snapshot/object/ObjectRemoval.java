package io.azulejo.internal.snapshot.object;

import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.Listing;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Deletes arrays and groups with everything in their folders. */
public final class ObjectRemoval {
  /**
   * The name of an empty file in the target folder while an array or a group is copied. It
   * distinguishes the remains of a killed copy from a user's folder and from the only copy of an
   * array.
   */
  static final String COPY_MARKER = "__copy.tmp";

  private static final Set<String> OWN_NAMES =
      Set.of(
          COPY_MARKER,
          ArrayPaths.SCHEMA_FILE,
          ArrayPaths.SCHEMA_FOLDER,
          ArrayPaths.FRAGMENTS_FOLDER,
          ArrayPaths.FRAGMENT_META_FOLDER,
          ArrayPaths.COMMITS_FOLDER,
          ArrayPaths.METADATA_FOLDER,
          ArrayPaths.LABELS_FOLDER,
          ArrayPaths.GROUP_FOLDER,
          ArrayPaths.GROUP_FILE,
          ArrayPaths.LOCK_FILE);

  /** Fragments and commit files of old versions, and unfinished small files. */
  private static final Pattern OWN_PATTERN =
      Pattern.compile("__(\\d+_\\d+_)?[0-9a-f]{32}[_.].*|\\.[0-9a-f]{16}\\.tmp");

  private ObjectRemoval() {}

  /**
   * Deletes an array or a group. If the location is a link, deletes only the link.
   *
   * <p>An array's schemas are deleted first, in ascending order. The array exists until the latest
   * schema is deleted, so it is never read with a wrong schema. The contents of a group that do not
   * belong to the group itself are deleted first, so that an interrupted removal can be recognized.
   *
   * @throws NotFoundException if the location is neither an array nor a group, nor the remains of
   *     one
   */
  public static void remove(Storage storage, Location location) {
    ObjectKind kind = ObjectKind.at(storage, location);
    if (kind == ObjectKind.NONE && !isRemains(storage, location)) {
      throw NotFoundException.ofObject(
          "%s is neither an array nor a group; only arrays and groups can be removed"
              .formatted(location),
          location.toString());
    }
    if (!Listing.isLink(storage, location)) {
      if (kind == ObjectKind.ARRAY) {
        removeSchemas(storage, location);
      } else {
        removeWithin(storage, location);
      }
    }
    Commit.cleanUp(location, "remove it again", () -> storage.deleteFolder(location));
  }

  /**
   * Deletes the files of a group itself, and its folder if nothing else is in it. Members remain.
   *
   * <p>The metadata is deleted first, and the list of members last, so that a later group at the
   * location does not have them. The group exists until its last file is deleted.
   *
   * @throws NotFoundException if the location is not a group
   * @throws CommitUnknownException if the group seems to be removed but may reappear, or if its
   *     empty folder remains
   * @throws StorageException if the group still exists, perhaps without metadata or members
   */
  public static void dissolve(Storage storage, Location group) {
    if (ObjectKind.at(storage, group) != ObjectKind.GROUP) {
      throw NotFoundException.ofObject("no group found at %s".formatted(group), group.toString());
    }
    storage.deleteFolder(group.resolve(ArrayPaths.METADATA_FOLDER));
    try {
      storage.delete(group.resolve(ArrayPaths.GROUP_FILE));
      storage.deleteFolder(group.resolve(ArrayPaths.GROUP_FOLDER));
    } catch (StorageException e) {
      if (isGroup(storage, group)) {
        throw e;
      }
      throw new CommitUnknownException(
          "it is not known whether %s was dissolved permanently (%s): it was unless it exists"
              .formatted(group, e.getMessage()),
          group.toString(),
          e);
    }
    Commit.cleanUp(group, "delete the folder", () -> storage.deleteEmptyFolder(group));
  }

  private static boolean isGroup(Storage storage, Location location) {
    try {
      return ObjectKind.at(storage, location) == ObjectKind.GROUP;
    } catch (StorageException e) {
      return false;
    }
  }

  /**
   * Returns whether a folder contains the remains of an array or a group whose creation, copy or
   * removal was interrupted. Remains cannot be read. {@link #remove} deletes them.
   */
  public static boolean isRemains(Storage storage, Location location) {
    List<String> names = storage.names(location);
    return !names.isEmpty()
        && (names.contains(COPY_MARKER) || names.stream().allMatch(ObjectRemoval::isOwn))
        && ObjectKind.at(storage, location) == ObjectKind.NONE;
  }

  static boolean isCopyMarker(String name) {
    return name.equals(COPY_MARKER);
  }

  /** Returns whether a folder belongs to an unfinished copy. The original of the copy is intact. */
  static boolean isUnfinishedCopy(Storage storage, Location remains) {
    return storage.find(remains.resolve(COPY_MARKER)).isPresent();
  }

  /**
   * Returns whether a name can belong to an array or a group itself. Other names are chosen by
   * users.
   */
  private static boolean isOwn(String name) {
    return OWN_NAMES.contains(name) || OWN_PATTERN.matcher(name).matches();
  }

  private static void removeSchemas(Storage storage, Location array) {
    Location folder = array.resolve(ArrayPaths.SCHEMA_FOLDER);
    List<Location> schemas = new ArrayList<>();
    if (storage.findFile(array.resolve(ArrayPaths.SCHEMA_FILE)).isPresent()) {
      schemas.add(array.resolve(ArrayPaths.SCHEMA_FILE));
    }
    storage.list(folder).stream()
        .filter(entry -> !entry.folder())
        .map(Storage.Entry::name)
        .sorted()
        .forEach(name -> schemas.add(folder.resolve(name)));
    int last = schemas.size() - 1;
    if (last > 0) {
      storage.delete(schemas.subList(0, last));
    }
    Commit.withdraw(storage, schemas.get(last));
  }

  /**
   * Deletes the entries of a folder that do not belong to an array or a group itself. They are
   * deleted first, so that an interrupted removal can be recognized.
   */
  private static void removeWithin(Storage storage, Location folder) {
    for (Storage.Entry entry : storage.list(folder)) {
      Location inner = folder.resolve(entry.name());
      if (isOwn(entry.name())) {
        continue;
      }
      if (!entry.folder()) {
        storage.delete(inner);
      } else if (Listing.isLink(storage, inner)) {
        storage.deleteFolder(inner);
      } else if (ObjectKind.at(storage, inner) == ObjectKind.NONE) {
        removeWithin(storage, inner);
        storage.deleteFolder(inner);
      } else {
        remove(storage, inner);
      }
    }
  }
}
