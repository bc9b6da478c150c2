package io.azulejo.internal.snapshot.compact;

import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.CommitConsistency;
import io.azulejo.internal.snapshot.FooterFiles;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.VisibleNames;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Deletes unused files of consolidated footers. Only the file with the latest time is kept. If
 * several files have this time, the file with the most visible fragments is kept.
 */
public final class FooterVacuum {
  private FooterVacuum() {}

  /**
   * Plans the deletion of unused files of consolidated footers.
   *
   * @throws io.azulejo.error.CorruptDataException if the file to keep is damaged
   */
  public static Vacuum of(
      Storage storage, Location location, Optional<EncryptionKey> key, Tasks tasks) {
    WritableArray array = WritableArray.open(storage, location, key);
    return ListingRetry.attempt(location, () -> plan(array, tasks));
  }

  private static Vacuum plan(WritableArray array, Tasks tasks) {
    Storage storage = array.storage();
    ArrayDirectory directory = ArrayDirectory.list(storage, array.location(), tasks);
    // Fails if the visible fragments cannot be determined. Nothing is deleted then.
    StructureFiles files = array.files().ahead(directory.lists(), tasks);
    CommitConsistency.checked(directory, files);
    Optional<ArrayDirectory.NamedFile> best = best(array, directory, files);
    List<Vacuum.Deletion> deletions = new ArrayList<>();
    for (ArrayDirectory.NamedFile file : directory.consolidatedFooters()) {
      if (!file.equals(best.orElseThrow())) {
        deletions.add(
            new Vacuum.Deletion(
                file.location(),
                storage.find(file.location()).map(Storage.Entry::size).orElse(0L),
                "%s is newer".formatted(best.get().location().name())));
      }
    }
    if (!deletions.isEmpty()) {
      FooterFiles.read(best.orElseThrow(), files); // fails if it is damaged
    }
    long total = Vacuum.bytes(deletions);
    return new Vacuum(
        deletions,
        List.of(),
        progress -> {
          storage.delete(deletions.stream().map(Vacuum.Deletion::location).toList());
          progress.advanced(total, total);
        });
  }

  private static Optional<ArrayDirectory.NamedFile> best(
      WritableArray array, ArrayDirectory directory, StructureFiles files) {
    List<ArrayDirectory.NamedFile> latest = FooterFiles.latest(directory);
    if (latest.size() < 2) {
      return latest.stream().findFirst();
    }
    Set<String> visible = new HashSet<>();
    VisibleNames.of(directory, files, TimeRange.ALL, !array.schema().schema().isDense())
        .fragments()
        .forEach(folder -> visible.add(folder.name().text()));
    return latest.stream()
        .max(
            Comparator.comparingLong(
                    (ArrayDirectory.NamedFile file) ->
                        FooterFiles.read(file, files).keySet().stream()
                            .filter(visible::contains)
                            .count())
                .thenComparing(file -> file.name().text()));
  }
}
