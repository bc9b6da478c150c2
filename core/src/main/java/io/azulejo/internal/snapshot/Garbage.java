package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.EncryptionKey;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds what killed writers have left in arrays and groups: it is committed by nothing and named by
 * nothing. What writers that run have not committed yet looks the same, and is told by its age
 * alone.
 */
public final class Garbage {
  private static final String TEMPORARY_SUFFIX = ".tmp";

  private final Storage storage;
  private final Optional<EncryptionKey> key;
  private final Tasks tasks;
  private final List<GarbageFile> found = new ArrayList<>();
  private final List<AzulejoException> refused = new ArrayList<>();

  /**
   * What was found.
   *
   * @param files what nothing refers to
   * @param refused why some objects below the folder could not be looked at: nothing of theirs is
   *     taken for garbage
   */
  public record Found(List<GarbageFile> files, List<AzulejoException> refused) {}

  private Garbage(Storage storage, Optional<EncryptionKey> key, Tasks tasks) {
    this.storage = storage;
    this.key = key;
    this.tasks = tasks;
  }

  /**
   * The garbage in an array, or in the arrays and groups in a folder.
   *
   * @throws NotFoundException if there is nothing
   * @throws AzulejoException if the array is damaged, so that nobody knows what counts
   */
  public static Found find(
      Storage storage, Location location, Optional<EncryptionKey> key, Tasks tasks) {
    if (storage.list(location).isEmpty()) {
      throw new NotFoundException(
          "there is nothing at %s".formatted(location), location.toString());
    }
    return Reopening.attempt(
        location,
        () -> {
          Garbage garbage = new Garbage(storage, key, tasks);
          garbage.look(location, List.of(), false);
          return new Found(garbage.found, garbage.refused);
        });
  }

  /**
   * Deletes garbage, unless somebody has use for it by now.
   *
   * @return whether it was deleted
   */
  public static boolean delete(
      Storage storage, GarbageFile garbage, Optional<EncryptionKey> key, Tasks tasks) {
    Location location = garbage.location();
    if (garbage.kind() == GarbageFile.Kind.FRAGMENT
        || garbage.kind() == GarbageFile.Kind.COMPLETE_FRAGMENT) {
      Location folder = location.parent();
      Location array = folder.name().equals(ArrayPaths.FRAGMENTS_FOLDER) ? folder.parent() : folder;
      if (committed(storage, array, key, tasks).contains(location.name())) {
        return false;
      }
    }
    if (pending(location).isPresent()
        && committed(storage, arrayOf(location), key, tasks).contains(pending(location).get())) {
      return false; // it tells what the fragment replaces
    }
    if (garbage.folder()
        && !garbage.equals(measured(storage, garbage.kind(), location, true, garbage.cells()))) {
      return false; // somebody has begun to use it
    }
    if (location.name().endsWith(ArrayPaths.IGNORE_SUFFIX)
        && takesBack(storage, location, key, tasks)) {
      return false; // the commits could not be deleted
    }
    if (garbage.kind() == GarbageFile.Kind.ARRAY_REMAINS
        || garbage.kind() == GarbageFile.Kind.LOST_ARRAY) {
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

  /**
   * Looks at an object, or at what is in a folder.
   *
   * @param above the folders on the way to it, without links
   * @param copied whether it is of a copy that is not done
   */
  private void look(Location location, List<Location> above, boolean copied) {
    Location real = storage.resolveLinks(location);
    if (Listing.leadsBack(real, above)) {
      return;
    }
    ObjectKind kind = ObjectKind.at(storage, location);
    if (kind == ObjectKind.ARRAY) {
      new InArray(location).look();
      return;
    }
    boolean unfinished = copied || ObjectRemoval.isUnfinishedCopy(storage, location);
    List<Storage.Entry> entries = Listing.of(storage, location, (place, e) -> refused.add(e));
    if (ObjectRemoval.isRemains(storage, location)
        && entries.stream().noneMatch(entry -> entry.folder() && isNamed(entry))) {
      boolean lost = !unfinished && hasFragments(location);
      add(lost ? GarbageFile.Kind.LOST_ARRAY : GarbageFile.Kind.ARRAY_REMAINS, location, true);
      return;
    }
    List<Location> way = new ArrayList<>(above);
    way.add(real);
    List<Location> temporary = new ArrayList<>();
    for (Storage.Entry entry : entries) {
      Location inner = location.resolve(entry.name());
      if (!entry.folder()) {
        boolean own = kind == ObjectKind.GROUP || ObjectRemoval.isCopyMarker(entry.name());
        if (own && isTemporary(entry.name())) {
          temporary.add(inner);
        }
      } else if (isNamed(entry)) {
        lookOrRefuse(() -> look(inner, way, unfinished));
      }
    }
    // The mark of a copy comes last, as it tells what the rest is.
    temporary.forEach(file -> add(GarbageFile.Kind.TEMPORARY_FILE, file, false));
  }

  /** Whether users gave something its name. */
  private static boolean isNamed(Storage.Entry entry) {
    return !entry.name().startsWith("__");
  }

  /** Whether the metadata of any fragment are in what was an array. */
  private boolean hasFragments(Location remains) {
    return Stream.of(remains, remains.resolve(ArrayPaths.FRAGMENTS_FOLDER))
        .flatMap(folder -> storage.names(folder).stream().map(folder::resolve))
        .map(fragment -> fragment.resolve(ArrayPaths.FRAGMENT_METADATA_FILE))
        .anyMatch(metadata -> storage.find(metadata).isPresent());
  }

  /** What is wrong with one object keeps nobody from the others. */
  private void lookOrRefuse(Runnable look) {
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

  private static boolean isTemporary(String name) {
    return name.endsWith(TEMPORARY_SUFFIX);
  }

  /** The name of the fragment from whose commit on a file tells what it replaces. */
  private static Optional<String> pending(Location file) {
    String name = file.name();
    return name.endsWith(ArrayPaths.PENDING_VACUUM_SUFFIX)
        ? Optional.of(name.substring(0, name.length() - ArrayPaths.PENDING_VACUUM_SUFFIX.length()))
        : Optional.empty();
  }

  /** The array of a file that lies in its root or beside its commits. */
  private static Location arrayOf(Location file) {
    Location folder = file.parent();
    return folder.name().equals(ArrayPaths.COMMITS_FOLDER) ? folder.parent() : folder;
  }

  private void add(GarbageFile.Kind kind, Location location, boolean folder) {
    found.add(measured(storage, kind, location, folder, OptionalLong.empty()));
  }

  private static GarbageFile measured(
      Storage storage,
      GarbageFile.Kind kind,
      Location location,
      boolean folder,
      OptionalLong cells) {
    long bytes = 0;
    OptionalLong newest = OptionalLong.empty();
    boolean known = true;
    for (Location file : folder ? files(storage, location) : List.of(location)) {
      bytes += storage.find(file).map(Storage.Entry::size).orElse(0L);
      OptionalLong modified = storage.modified(file);
      known &= modified.isPresent();
      if (modified.isPresent()) {
        newest = OptionalLong.of(Math.max(modified.getAsLong(), newest.orElse(0)));
      }
    }
    return new GarbageFile(
        location, kind, folder, bytes, cells, known ? newest : OptionalLong.empty());
  }

  private static List<Location> files(Storage storage, Location folder) {
    List<Location> files = new ArrayList<>();
    for (Storage.Entry entry : storage.list(folder)) {
      Location inner = folder.resolve(entry.name());
      if (entry.folder()) {
        files.addAll(files(storage, inner));
      } else {
        files.add(inner);
      }
    }
    return files;
  }

  /** Whether any commits are there that a file takes back. */
  private static boolean takesBack(
      Storage storage, Location ignores, Optional<EncryptionKey> key, Tasks tasks) {
    StructureFiles files = new StructureFiles(storage, key);
    Set<String> ignored = Set.copyOf(CommitFiles.ignored(files, ignores));
    Location array = ignores.parent().parent();
    return Reopening.attempt(
        array,
        () ->
            ArrayDirectory.list(storage, array, tasks).consolidatedCommits().stream()
                .flatMap(file -> CommitFiles.commits(files, file).stream())
                .anyMatch(entry -> ignored.contains(entry.file())));
  }

  /** The names of the fragments of an array that are committed at any time. */
  private static Set<String> committed(
      Storage storage, Location array, Optional<EncryptionKey> key, Tasks tasks) {
    StructureFiles files = new StructureFiles(storage, key);
    return Reopening.attempt(
        array,
        () -> {
          ArrayDirectory directory = ArrayDirectory.list(storage, array, tasks);
          Set<String> names = new HashSet<>();
          VisibleNames.withReplaced(directory, files, TimeRange.ALL, true)
              .fragments()
              .forEach(folder -> names.add(folder.name().text()));
          return names;
        });
  }

  /** The garbage of one array. */
  private final class InArray {
    private final Location array;
    private final StructureFiles files = new StructureFiles(storage, key);

    InArray(Location array) {
      this.array = array;
    }

    void look() {
      // Names come before what they name: what is there now is named by now, or is garbage.
      ArrayDirectory directory = ArrayDirectory.list(storage, array, tasks);
      Set<String> committed = committed(storage, array, key, tasks);
      CommitFiles lists = CommitFiles.of(directory, files);
      Set<String> complete = lookAtFragments(directory, lists, committed);
      for (String folder :
          List.of(
              "",
              ArrayPaths.COMMITS_FOLDER,
              ArrayPaths.FRAGMENTS_FOLDER,
              ArrayPaths.METADATA_FOLDER,
              ArrayPaths.LABELS_FOLDER)) {
        files(
            folder,
            name -> isTemporary(name) && !isPending(name, committed),
            GarbageFile.Kind.TEMPORARY_FILE);
      }
      lookAtSchemas();
      lookAtCommits(directory, lists, committed, complete);
    }

    /** Gives the names of those that are complete. */
    private Set<String> lookAtFragments(
        ArrayDirectory directory, CommitFiles lists, Set<String> committed) {
      Set<String> goneByRight = lists.takenBack();
      lists
          .vacuums()
          .forEach(
              (file, names) -> {
                if (FragmentName.parse(ArrayPaths.stem(file.name()))
                    .filter(name -> committed.contains(name.text()))
                    .isPresent()) {
                  goneByRight.addAll(names);
                }
              });
      CompleteFragments fragments = new CompleteFragments(directory, files, tasks);
      Set<String> complete = new HashSet<>();
      for (ArrayDirectory.FragmentFolder folder : directory.fragments()) {
        String name = folder.name().text();
        if (committed.contains(name)) {
          continue;
        }
        Optional<String> commit = ArrayPaths.commit(folder.name()).map(ArrayPaths::lastComponent);
        boolean replaced =
            goneByRight.contains(name) || commit.filter(goneByRight::contains).isPresent();
        OptionalLong cells = replaced ? OptionalLong.empty() : fragments.cells(folder);
        GarbageFile.Kind kind =
            cells.isPresent() ? GarbageFile.Kind.COMPLETE_FRAGMENT : GarbageFile.Kind.FRAGMENT;
        found.add(measured(storage, kind, folder.location(), true, cells));
        if (cells.isPresent()) {
          complete.add(name);
        }
      }
      return complete;
    }

    private void files(String folder, Predicate<String> which, GarbageFile.Kind kind) {
      Location place = array.resolve(folder);
      for (Storage.Entry entry : storage.list(place)) {
        if (!entry.folder() && which.test(entry.name())) {
          add(kind, place.resolve(entry.name()), false);
        }
      }
    }

    private boolean isPending(String name, Set<String> committed) {
      return pending(array.resolve(name)).filter(committed::contains).isPresent();
    }

    private void lookAtSchemas() {
      Location folder =
          array.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(ArrayPaths.ENUMERATIONS_FOLDER);
      List<String> enumerations = storage.names(folder);
      List<Storage.Entry> labels = storage.list(array.resolve(ArrayPaths.LABELS_FOLDER));
      if (enumerations.isEmpty() && labels.isEmpty()) {
        return;
      }
      Set<String> named = new HashSet<>();
      for (StoredSchema stored :
          Snapshot.schemas(ArrayDirectory.list(storage, array, tasks), files, tasks).values()) {
        named.addAll(stored.schema().enumerationFiles().values());
        stored.schema().labels().forEach(l -> named.add(ArrayPaths.lastComponent(l.uri())));
      }
      for (String name : enumerations) {
        if (!named.contains(name)) {
          add(GarbageFile.Kind.ENUMERATION, folder.resolve(name), false);
        }
      }
      for (Storage.Entry label : labels) {
        Location place = array.resolve(ArrayPaths.LABELS_FOLDER).resolve(label.name());
        if (label.folder() && named.contains(label.name())) {
          Garbage.this.look(place, List.of(), false);
          new InArray(place).lookAtSchemasOfLabel();
        } else if (label.folder()) {
          add(GarbageFile.Kind.LABEL_ARRAY, place, true);
        }
      }
    }

    /** Each of those who tried to create an array may have left a schema in those of its labels. */
    private void lookAtSchemasOfLabel() {
      ArrayDirectory directory = ArrayDirectory.list(storage, array, tasks);
      List<String> names = directory.schemas().stream().sorted().toList();
      if (names.size() < 2
          || Set.copyOf(Snapshot.schemas(directory, files, tasks).values()).size() > 1) {
        return;
      }
      Set<String> used = new HashSet<>();
      List<Fragment> fragments =
          Snapshot.open(storage, array, TimeRange.ALL, key, tasks).fragments();
      fragments.forEach(fragment -> fragment.footer().schemaName().ifPresent(used::add));
      if (fragments.size() < directory.fragments().size()) {
        return; // there are some which nobody sees, and which may name any of the schemas
      }
      for (String name : names.subList(0, names.size() - 1)) {
        if (!used.contains(name)) {
          Location file = array.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(name);
          add(GarbageFile.Kind.LABEL_ARRAY, file, false);
        }
      }
    }

    /** Files that say nothing: what they name is gone, or taken back. */
    private void lookAtCommits(
        ArrayDirectory directory, CommitFiles lists, Set<String> committed, Set<String> complete) {
      Set<String> takenBack = lists.takenBack();
      Set<String> held = new HashSet<>();
      lists
          .gathered()
          .forEach(
              (file, entries) -> {
                if (entries.stream().noneMatch(e -> CommitFiles.counts(e, takenBack))) {
                  add(GarbageFile.Kind.COMMITS_FILE, file, false);
                } else {
                  entries.forEach(entry -> held.add(entry.file()));
                }
              });
      lists
          .ignored()
          .forEach(
              (file, names) -> {
                if (names.stream().noneMatch(held::contains)) {
                  add(GarbageFile.Kind.COMMITS_FILE, file, false);
                }
              });
      Set<String> there = new HashSet<>(committed);
      there.addAll(directory.commits());
      there.addAll(lists.heldFragments());
      there.addAll(complete);
      lists
          .vacuums()
          .forEach(
              (file, names) -> {
                if (names.stream().noneMatch(there::contains)) {
                  add(GarbageFile.Kind.COMMITS_FILE, file, false);
                }
              });
    }
  }
}
