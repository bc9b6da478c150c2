package io.azulejo.internal.snapshot.object;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.CommitConsistency;
import io.azulejo.internal.snapshot.DataRemains;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.VisibleNames;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds uncommitted fragments of an array. A copy of the array leaves them out. If a fragment's
 * commit was lost, the fragment is the only copy of its cells.
 */
public final class UncommittedFragments {
  private final Storage storage;
  private final Tasks tasks;

  private UncommittedFragments(Storage storage, Tasks tasks) {
    this.storage = storage;
    this.tasks = tasks;
  }

  /**
   * Checks that an array can be copied and then removed without losing data.
   *
   * @throws InvalidRequestException if the array or one of its label arrays has an uncommitted
   *     fragment with data
   */
  public static void refuse(Storage storage, Location array, Tasks tasks) {
    new UncommittedFragments(storage, tasks).refuse(array);
  }

  private void refuse(Location array) {
    Optional<Location> found = ListingRetry.attempt(array, () -> find(array));
    if (found.isPresent()) {
      throw new InvalidRequestException(
          "%s cannot be copied and removed: fragment %s is not committed and would be lost; commit it (azulejo repair --recover) or delete it (azulejo gc --fragment) first"
              .formatted(array, found.get().name()),
          array.toString());
    }
    Location labels = array.resolve(ArrayPaths.LABELS_FOLDER);
    storage.names(labels).forEach(label -> refuse(labels.resolve(label)));
  }

  private Optional<Location> find(Location array) {
    ArrayDirectory directory = ArrayDirectory.list(storage, array, tasks);
    // Commit files are never encrypted, and no other files are read.
    StructureFiles files =
        new StructureFiles(storage, Optional.empty()).ahead(directory.lists(), tasks);
    Set<String> committed =
        VisibleNames.withReplaced(directory, files, TimeRange.ALL, true).fragments().stream()
            .map(folder -> folder.name().text())
            .collect(Collectors.toSet());
    List<ArrayDirectory.FragmentFolder> others =
        directory.fragments().stream()
            .filter(folder -> !committed.contains(folder.name().text()))
            .toList();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    Set<String> gone = CommitConsistency.checked(directory, files).ignoredOrReplaced(committed);
    return others.stream()
        .filter(folder -> !ArrayGarbage.isReplaced(folder, gone))
        .filter(folder -> DataRemains.mayBeOnlyCopy(storage, folder))
        .map(ArrayDirectory.FragmentFolder::location)
        .findFirst();
  }
}
