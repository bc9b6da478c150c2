package io.azulejo.internal.snapshot.object;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.maintenance.GcReport;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/** The garbage of one array. */
final class ArrayGarbage {
  private final Garbage garbage;
  private final Location array;
  private final Storage storage;
  private final Tasks tasks;
  private final StructureFiles files;

  /** Looks into an array; what is found is added to that of others. */
  ArrayGarbage(Garbage garbage, StructureFiles files, Location array, Tasks tasks) {
    this.garbage = garbage;
    this.files = files;
    this.storage = files.storage();
    this.array = array;
    this.tasks = tasks;
  }

  void look() {
    // Names come before what they name: what is there now is named by now, or is garbage.
    ArrayDirectory directory = ArrayDirectory.list(storage, array, tasks);
    Set<String> committed = Garbage.committed(storage, array, files.key(), tasks);
    CommitFiles lists = CommitFiles.of(directory, files);
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
          name -> Garbage.isTemporary(name) && !isPending(name, committed),
          GcReport.Kind.TEMPORARY_FILE);
    }
    findSchemas();
    findCommits(directory, lists, committed, complete);
  }

  /** Gives the names of those that are complete. */
  private Set<String> findFragments(
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
      GcReport.Kind kind =
          cells.isPresent() ? GcReport.Kind.COMPLETE_FRAGMENT : GcReport.Kind.FRAGMENT;
      garbage.add(kind, folder.location(), true, cells);
      if (cells.isPresent()) {
        complete.add(name);
      }
    }
    return complete;
  }

  private void files(String folder, Predicate<String> which, GcReport.Kind kind) {
    Location place = array.resolve(folder);
    for (Storage.Entry entry : storage.list(place)) {
      if (!entry.folder() && which.test(entry.name())) {
        garbage.add(kind, place.resolve(entry.name()), false);
      }
    }
  }

  private boolean isPending(String name, Set<String> committed) {
    return Garbage.pending(array.resolve(name)).filter(committed::contains).isPresent();
  }

  private void findSchemas() {
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
        garbage.add(GcReport.Kind.ENUMERATION, folder.resolve(name), false);
      }
    }
    for (Storage.Entry label : labels) {
      Location place = array.resolve(ArrayPaths.LABELS_FOLDER).resolve(label.name());
      if (label.folder() && named.contains(label.name())) {
        garbage.look(place, List.of(), false);
        new ArrayGarbage(garbage, files, place, tasks).findSchemasOfLabel();
      } else if (label.folder()) {
        garbage.add(GcReport.Kind.LABEL_ARRAY, place, true);
      }
    }
  }

  /** Each of those who tried to create an array may have left a schema in those of its labels. */
  private void findSchemasOfLabel() {
    ArrayDirectory directory = ArrayDirectory.list(storage, array, tasks);
    List<String> names = directory.schemas().stream().sorted().toList();
    if (names.size() < 2
        || Set.copyOf(Snapshot.schemas(directory, files, tasks).values()).size() > 1) {
      return;
    }
    Set<String> used = new HashSet<>();
    List<Fragment> fragments =
        Snapshot.open(storage, array, TimeRange.ALL, files.key(), tasks).fragments();
    fragments.forEach(fragment -> fragment.footer().schemaName().ifPresent(used::add));
    if (fragments.size() < directory.fragments().size()) {
      return; // there are uncommitted ones, which may name any of the schemas
    }
    for (String name : names.subList(0, names.size() - 1)) {
      if (!used.contains(name)) {
        Location file = array.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(name);
        garbage.add(GcReport.Kind.LABEL_ARRAY, file, false);
      }
    }
  }

  /** Files that say nothing: what they name is gone, or taken back. */
  private void findCommits(
      ArrayDirectory directory, CommitFiles lists, Set<String> committed, Set<String> complete) {
    Set<String> takenBack = lists.takenBack();
    Set<String> held = new HashSet<>();
    lists
        .consolidated()
        .forEach(
            (file, entries) -> {
              if (entries.stream().noneMatch(e -> CommitFiles.counts(e, takenBack))) {
                garbage.add(GcReport.Kind.COMMITS_FILE, file, false);
              } else {
                entries.forEach(entry -> held.add(entry.file()));
              }
            });
    lists
        .ignored()
        .forEach(
            (file, names) -> {
              if (names.stream().noneMatch(held::contains)) {
                garbage.add(GcReport.Kind.COMMITS_FILE, file, false);
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
                garbage.add(GcReport.Kind.COMMITS_FILE, file, false);
              }
            });
  }
}
