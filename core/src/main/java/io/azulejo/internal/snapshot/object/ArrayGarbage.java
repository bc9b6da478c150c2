package io.azulejo.internal.snapshot.object;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.CommitConsistency;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.ConditionalCommits;
import io.azulejo.internal.snapshot.DataRemains;
import io.azulejo.internal.snapshot.SchemaFolder;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.maintenance.GcReport;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** Finds the garbage of one array: files that no commit or schema refers to. */
final class ArrayGarbage {
  private final Garbage garbage;
  private final Location array;
  private final Storage storage;
  private final Tasks tasks;
  private final StructureFiles files;
  private final ObjectFiles there;

  /**
   * Creates a search.
   *
   * @param garbage collects the findings
   * @param files reads the array's small files
   * @param array the location of the array
   */
  ArrayGarbage(Garbage garbage, StructureFiles files, Location array, Tasks tasks) {
    this.garbage = garbage;
    this.files = files;
    this.storage = files.storage();
    this.array = array;
    this.tasks = tasks;
    this.there = ObjectFiles.of(storage, array);
  }

  void look() {
    // Commits and schemas must be listed before the files that they refer to. A file that exists
    // now is then either referred to already, or garbage.
    ArrayDirectory directory = ArrayDirectory.list(storage, array, tasks);
    Set<String> committed = Garbage.committed(storage, array, files.key(), tasks);
    CommitFiles lists = CommitConsistency.checked(directory, files.ahead(directory.lists(), tasks));
    Set<String> complete = findFragments(directory, lists, committed);
    for (String folder :
        List.of(
            "",
            ArrayPaths.COMMITS_FOLDER,
            ArrayPaths.FRAGMENTS_FOLDER,
            ArrayPaths.METADATA_FOLDER,
            ArrayPaths.LABELS_FOLDER)) {
      files(
          folder,
          name -> DataRemains.isTemporary(name) && !isPending(name, committed),
          GcReport.Kind.TEMPORARY_FILE);
    }
    findSchemas();
    findCommits(directory, lists, committed, complete);
  }

  /**
   * Finds uncommitted fragments. Returns the names of the fragments that are complete and only lack
   * a commit.
   */
  private Set<String> findFragments(
      ArrayDirectory directory, CommitFiles lists, Set<String> committed) {
    Set<String> ignoredOrReplaced = lists.ignoredOrReplaced(committed);
    List<ArrayDirectory.FragmentFolder> uncommitted =
        directory.fragments().stream()
            .filter(folder -> !committed.contains(folder.name().text()))
            .toList();
    CompleteFragments fragments = new CompleteFragments(directory, files, there, tasks);
    List<OptionalLong> cellsOf =
        files.all(
            tasks,
            uncommitted,
            folder ->
                isReplaced(folder, ignoredOrReplaced)
                    ? OptionalLong.empty()
                    : fragments.cells(folder));
    Set<String> complete = new HashSet<>();
    for (int i = 0; i < uncommitted.size(); i++) {
      ArrayDirectory.FragmentFolder folder = uncommitted.get(i);
      OptionalLong cells = cellsOf.get(i);
      GcReport.Kind kind =
          cells.isPresent()
              ? GcReport.Kind.COMPLETE_FRAGMENT
              : !isReplaced(folder, ignoredOrReplaced) && mayLackCommit(folder)
                  ? GcReport.Kind.LOST_FRAGMENT
                  : GcReport.Kind.FRAGMENT;
      garbage.add(there, kind, folder.location(), true, cells);
      if (cells.isPresent()) {
        complete.add(folder.name().text());
      }
    }
    return complete;
  }

  /**
   * Returns whether an uncommitted fragment has data and may have lost its metadata file. In old
   * versions this file commits the fragment, so a killed writer and the loss of the file leave the
   * same state.
   */
  private boolean mayLackCommit(ArrayDirectory.FragmentFolder folder) {
    return !folder.name().version().hasCommitFiles()
        && there.entries(folder.location()).stream()
            .anyMatch(entry -> !entry.folder() && !DataRemains.isTemporary(entry.name()));
  }

  static boolean isReplaced(ArrayDirectory.FragmentFolder folder, Set<String> ignoredOrReplaced) {
    return ignoredOrReplaced.contains(folder.name().text())
        || ArrayPaths.commit(folder.name())
            .map(ArrayPaths::lastComponent)
            .filter(ignoredOrReplaced::contains)
            .isPresent();
  }

  private void add(GcReport.Kind kind, Location location, boolean folder) {
    garbage.add(there, kind, location, folder, OptionalLong.empty());
  }

  private void files(String folder, Predicate<String> which, GcReport.Kind kind) {
    Location place = folder.isEmpty() ? array : array.resolve(folder);
    for (Storage.Entry entry : there.entries(place)) {
      if (!entry.folder() && which.test(entry.name())) {
        add(kind, place.resolve(entry.name()), false);
      }
    }
  }

  private boolean isPending(String name, Set<String> committed) {
    return Garbage.pending(array.resolve(name)).filter(committed::contains).isPresent();
  }

  private void findSchemas() {
    Location folder =
        array.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(ArrayPaths.ENUMERATIONS_FOLDER);
    List<String> enumerations = there.entries(folder).stream().map(Storage.Entry::name).toList();
    List<Storage.Entry> labels = there.entries(array.resolve(ArrayPaths.LABELS_FOLDER));
    if (enumerations.isEmpty() && labels.isEmpty()) {
      return;
    }
    Set<String> named = namedBySchemas(array, files, tasks);
    for (String name : enumerations) {
      if (!named.contains(name)) {
        add(GcReport.Kind.ENUMERATION, folder.resolve(name), false);
      }
    }
    for (Storage.Entry label : labels) {
      Location place = array.resolve(ArrayPaths.LABELS_FOLDER).resolve(label.name());
      if (label.folder() && named.contains(label.name())) {
        garbage.look(place, List.of(), false);
        new ArrayGarbage(garbage, files, place, tasks).findSchemasOfLabel();
      } else if (label.folder()) {
        boolean data =
            !ArrayDirectory.list(storage, place, tasks).fragments().isEmpty()
                || DataRemains.mayBeOnlyCopy(storage, place);
        add(data ? GcReport.Kind.LOST_ARRAY : GcReport.Kind.LABEL_ARRAY, place, true);
      }
    }
  }

  /** Returns the names of all enumerations and label arrays that an array's schemas refer to. */
  static Set<String> namedBySchemas(Location array, StructureFiles files, Tasks tasks) {
    ArrayDirectory directory = ArrayDirectory.list(files.storage(), array, tasks);
    Set<String> named = new HashSet<>();
    for (StoredSchema stored : SchemaFolder.read(directory, files, tasks).values()) {
      named.addAll(stored.schema().enumerationFiles().values());
      stored.schema().labels().forEach(l -> named.add(ArrayPaths.lastComponent(l.uri())));
    }
    return named;
  }

  /** Finds unused schemas in a label array, which failed creations of the array may have left. */
  private void findSchemasOfLabel() {
    ArrayDirectory directory = ArrayDirectory.list(storage, array, tasks);
    List<String> names = directory.schemas().stream().sorted().toList();
    if (names.size() < 2
        || Set.copyOf(SchemaFolder.read(directory, files, tasks).values()).size() > 1) {
      return;
    }
    Set<String> used = new HashSet<>();
    List<Fragment> fragments =
        Snapshot.open(storage, array, TimeRange.ALL, files.key(), tasks).fragments();
    fragments.forEach(fragment -> fragment.footer().schemaName().ifPresent(used::add));
    if (fragments.size() < directory.fragments().size()) {
      return; // uncommitted fragments may refer to any schema
    }
    for (String name : names.subList(0, names.size() - 1)) {
      if (!used.contains(name)) {
        Location file = array.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(name);
        add(GcReport.Kind.LABEL_ARRAY, file, false);
      }
    }
  }

  /**
   * Finds commit files without effect: all fragments and commits that they refer to are deleted or
   * ignored.
   */
  private void findCommits(
      ArrayDirectory directory, CommitFiles lists, Set<String> committed, Set<String> complete) {
    ConditionalCommits conditional = ConditionalCommits.of(directory.consolidatedCommits());
    Set<String> ignoredNames = lists.ignoredNames();
    Set<String> held = new HashSet<>();
    lists
        .consolidated()
        .forEach(
            (file, entries) -> {
              // Keep files of commits with an id or a number. A vacuum decides how long they are
              // needed.
              if (!CommitFiles.isOfCommit(file)
                  && !conditional.determinesNextNumber(file)
                  && entries.stream().noneMatch(e -> CommitFiles.counts(e, ignoredNames))) {
                add(GcReport.Kind.COMMITS_FILE, file, false);
              } else {
                entries.forEach(entry -> held.add(entry.file()));
              }
            });
    lists
        .ignored()
        .forEach(
            (file, names) -> {
              if (names.stream().noneMatch(held::contains)) {
                add(GcReport.Kind.COMMITS_FILE, file, false);
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
                add(GcReport.Kind.COMMITS_FILE, file, false);
              }
            });
  }
}
