package io.azulejo.internal.snapshot.object;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.DataRemains;
import io.azulejo.internal.snapshot.Listing;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.internal.snapshot.VisibleNames;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.maintenance.GcReport;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds and deletes files that killed writers have left in arrays and groups. No commit or schema
 * refers to these files. Uncommitted files of running writers look the same. Only their age can
 * distinguish them.
 */
public final class Garbage {
  private final Storage storage;
  private final Optional<EncryptionKey> key;
  private final Tasks tasks;
  private final List<GarbageFile> found = new ArrayList<>();
  private final List<AzulejoException> refused = new ArrayList<>();

  /**
   * The result of a search.
   *
   * @param files the files and folders that nothing refers to
   * @param refused the exceptions of objects that could not be searched; the result does not
   *     contain files of these objects
   */
  public record Found(List<GarbageFile> files, List<AzulejoException> refused) {}

  private Garbage(Storage storage, Optional<EncryptionKey> key, Tasks tasks) {
    this.storage = storage;
    this.key = key;
    this.tasks = tasks;
  }

  /**
   * Finds the garbage of an array, or of all arrays and groups in a folder.
   *
   * @throws NotFoundException if the location is empty
   * @throws AzulejoException if the location is an array and is damaged, so that its visible
   *     fragments are unknown
   */
  public static Found find(
      Storage storage, Location location, Optional<EncryptionKey> key, Tasks tasks) {
    if (storage.list(location).isEmpty()) {
      throw NotFoundException.ofObject(
          "%s does not exist".formatted(location), location.toString());
    }
    return ListingRetry.attempt(
        location,
        () -> {
          Garbage garbage = new Garbage(storage, key, tasks);
          garbage.look(location, List.of(), false);
          return new Found(garbage.found, garbage.refused);
        });
  }

  /**
   * Deletes garbage that is still unused. First deletes the fragments, grouped by array, then the
   * other files in the given order.
   *
   * @param garbage the files to delete, as returned by {@link #find}
   * @return the files that were deleted
   */
  public static Set<GarbageFile> delete(
      Storage storage, List<GarbageFile> garbage, Optional<EncryptionKey> key, Tasks tasks) {
    Set<GarbageFile> deleted = new HashSet<>();
    Map<Location, List<GarbageFile>> fragments = new LinkedHashMap<>();
    for (GarbageFile file : garbage) {
      if (isFragment(file)) {
        Location folder = file.location().parent();
        boolean inFolder = folder.name().equals(ArrayPaths.FRAGMENTS_FOLDER);
        fragments
            .computeIfAbsent(inFolder ? folder.parent() : folder, array -> new ArrayList<>())
            .add(file);
      }
    }
    fragments.forEach(
        (array, files) -> deleted.addAll(deleteFragments(storage, array, files, key, tasks)));
    for (GarbageFile file : garbage) {
      if (!isFragment(file) && delete(storage, file, key, tasks)) {
        deleted.add(file);
      }
    }
    return deleted;
  }

  private static boolean isFragment(GarbageFile file) {
    return switch (file.kind()) {
      case FRAGMENT, COMPLETE_FRAGMENT, LOST_FRAGMENT -> true;
      default -> false;
    };
  }

  private static List<GarbageFile> deleteFragments(
      Storage storage,
      Location array,
      List<GarbageFile> fragments,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    ObjectFiles files = ObjectFiles.of(storage, array);
    Set<String> committed = committed(storage, array, key, tasks);
    List<GarbageFile> unused = new ArrayList<>();
    for (GarbageFile file : fragments) {
      if (!committed.contains(file.location().name())
          && file.equals(measured(files, file.kind(), file.location(), true, file.cells()))) {
        unused.add(file);
      }
    }
    files.deleteFolders(unused.stream().map(GarbageFile::location).toList());
    return unused;
  }

  private static boolean delete(
      Storage storage, GarbageFile garbage, Optional<EncryptionKey> key, Tasks tasks) {
    Location location = garbage.location();
    if (pending(location).isPresent()
        && committed(storage, arrayOf(location), key, tasks).contains(pending(location).get())) {
      return false; // its fragment is committed, so the list is in effect
    }
    if (garbage.folder()
        && !garbage.equals(
            measured(
                ObjectFiles.of(storage, location),
                garbage.kind(),
                location,
                true,
                garbage.cells()))) {
      return false; // it is in use by now
    }
    if (location.name().endsWith(ArrayPaths.IGNORE_SUFFIX)
        && ignoresExistingCommits(storage, location, key, tasks)) {
      return false; // the ignored commits still exist
    }
    if (isNamedBySchema(storage, location, key, tasks)) {
      return false; // it is in use by now
    }
    if (location.parent().name().equals(ArrayPaths.LABELS_FOLDER)
        && ObjectKind.at(storage, location) != ObjectKind.NONE) {
      ObjectRemoval.remove(storage, location);
      return true;
    }
    if (garbage.kind() == GcReport.Kind.ARRAY_REMAINS
        || garbage.kind() == GcReport.Kind.LOST_ARRAY) {
      boolean remains = ObjectRemoval.isRemains(storage, location);
      if (remains) {
        ObjectRemoval.remove(storage, location);
      }
      return remains;
    }
    if (garbage.folder()) {
      storage.deleteFolder(location);
    } else {
      storage.delete(location);
    }
    return true;
  }

  /** Returns whether a schema refers to this enumeration or label array by now. */
  private static boolean isNamedBySchema(
      Storage storage, Location location, Optional<EncryptionKey> key, Tasks tasks) {
    Location folder = location.parent();
    Location array =
        switch (folder.name()) {
          case ArrayPaths.LABELS_FOLDER -> folder.parent();
          case ArrayPaths.ENUMERATIONS_FOLDER -> folder.parent().parent();
          default -> null;
        };
    return array != null
        && ArrayGarbage.namedBySchemas(array, new StructureFiles(storage, key), tasks)
            .contains(location.name());
  }

  /**
   * Searches an object, or the objects in a folder.
   *
   * @param above the folders on the path to the location, with links resolved
   * @param copied whether the location belongs to an unfinished copy
   */
  void look(Location location, List<Location> above, boolean copied) {
    Location real = storage.resolveLinks(location);
    if (Listing.isCyclicLink(real, above)) {
      return;
    }
    ObjectKind kind = ObjectKind.at(storage, location);
    if (kind == ObjectKind.ARRAY) {
      new ArrayGarbage(this, new StructureFiles(storage, key), location, tasks).look();
      return;
    }
    boolean unfinished = copied || ObjectRemoval.isUnfinishedCopy(storage, location);
    List<Storage.Entry> entries = Listing.of(storage, location, (place, e) -> refused.add(e));
    if (ObjectRemoval.isRemains(storage, location)
        && entries.stream().noneMatch(entry -> entry.folder() && isNamed(entry))) {
      boolean lost = !unfinished && DataRemains.mayBeOnlyCopy(storage, location);
      add(lost ? GcReport.Kind.LOST_ARRAY : GcReport.Kind.ARRAY_REMAINS, location, true);
      return;
    }
    List<Location> way = new ArrayList<>(above);
    way.add(real);
    List<Location> temporary = new ArrayList<>();
    for (Storage.Entry entry : entries) {
      Location inner = location.resolve(entry.name());
      if (!entry.folder()) {
        boolean own = kind == ObjectKind.GROUP || ObjectRemoval.isCopyMarker(entry.name());
        if (own && DataRemains.isTemporary(entry.name())) {
          temporary.add(inner);
        }
      } else if (isNamed(entry)) {
        findOrFail(() -> look(inner, way, unfinished));
      }
    }
    // Add the marker of a copy last, because it identifies the other files.
    temporary.forEach(file -> add(GcReport.Kind.TEMPORARY_FILE, file, false));
  }

  /**
   * Returns whether an entry has a name that a user chose. Other names begin with two underscores.
   */
  private static boolean isNamed(Storage.Entry entry) {
    return !entry.name().startsWith("__");
  }

  /**
   * Searches one object. If this fails, records the exception and drops the object's findings, so
   * that the search continues.
   */
  private void findOrFail(Runnable look) {
    int before = found.size();
    try {
      look.run();
    } catch (CorruptDataException
        | UnsupportedFormatException
        | InvalidRequestException
        | StorageException e) {
      found.subList(before, found.size()).clear();
      refused.add(e);
    }
  }

  /**
   * Returns the name of the fragment that a pending vacuum file belongs to, or empty for other
   * files.
   */
  static Optional<String> pending(Location file) {
    String name = file.name();
    return name.endsWith(ArrayPaths.PENDING_VACUUM_SUFFIX)
        ? Optional.of(name.substring(0, name.length() - ArrayPaths.PENDING_VACUUM_SUFFIX.length()))
        : Optional.empty();
  }

  /** Returns the array that contains a file in its root folder or its commit folder. */
  private static Location arrayOf(Location file) {
    Location folder = file.parent();
    return folder.name().equals(ArrayPaths.COMMITS_FOLDER) ? folder.parent() : folder;
  }

  private void add(GcReport.Kind kind, Location location, boolean folder) {
    ObjectFiles files = folder ? ObjectFiles.of(storage, location) : ObjectFiles.single(storage);
    add(files, kind, location, folder, OptionalLong.empty());
  }

  void add(
      ObjectFiles files,
      GcReport.Kind kind,
      Location location,
      boolean folder,
      OptionalLong cells) {
    found.add(measured(files, kind, location, folder, cells));
  }

  private static GarbageFile measured(
      ObjectFiles files,
      GcReport.Kind kind,
      Location location,
      boolean folder,
      OptionalLong cells) {
    long bytes = 0;
    OptionalLong newest = OptionalLong.empty();
    List<FileTree.File> all =
        folder ? files.below(location) : files.file(location).stream().toList();
    boolean known = folder || !all.isEmpty();
    for (FileTree.File file : all) {
      bytes += file.size();
      OptionalLong modified = file.modified();
      known &= modified.isPresent();
      if (modified.isPresent()) {
        newest = OptionalLong.of(Math.max(modified.getAsLong(), newest.orElse(0)));
      }
    }
    return new GarbageFile(
        location, kind, folder, bytes, cells, known ? newest : OptionalLong.empty());
  }

  /** Returns whether a file of ignored commits lists commits that still exist. */
  private static boolean ignoresExistingCommits(
      Storage storage, Location ignores, Optional<EncryptionKey> key, Tasks tasks) {
    StructureFiles files = new StructureFiles(storage, key);
    Set<String> ignored = Set.copyOf(CommitFiles.ignored(files, ignores));
    Location array = ignores.parent().parent();
    return ListingRetry.attempt(
        array,
        () ->
            ArrayDirectory.list(storage, array, tasks).consolidatedCommits().stream()
                .flatMap(file -> CommitFiles.commits(files, file).stream())
                .anyMatch(entry -> ignored.contains(entry.file())));
  }

  /** Returns the names of an array's committed fragments, including replaced ones. */
  static Set<String> committed(
      Storage storage, Location array, Optional<EncryptionKey> key, Tasks tasks) {
    StructureFiles files = new StructureFiles(storage, key);
    return ListingRetry.attempt(
        array,
        () -> {
          ArrayDirectory directory = ArrayDirectory.list(storage, array, tasks);
          Set<String> names = new HashSet<>();
          VisibleNames.withReplaced(
                  directory, files.ahead(directory.lists(), tasks), TimeRange.ALL, true)
              .fragments()
              .forEach(folder -> names.add(folder.name().text()));
          return names;
        });
  }
}
