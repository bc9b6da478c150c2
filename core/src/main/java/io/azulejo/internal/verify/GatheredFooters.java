package io.azulejo.internal.verify;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.maintain.MaintenanceScope;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.FooterFiles;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The gathered footers of an array as a second copy of those in the fragments' own files. */
final class GatheredFooters {
  private final ArrayDirectory directory;
  private final StructureFiles files;
  private final FooterComparison comparison;
  private final Map<String, ArrayDirectory.FragmentFolder> folders = new HashMap<>();

  /**
   * Lists an array.
   *
   * @throws CorruptDataException if its schemas cannot be read
   */
  GatheredFooters(
      Storage storage, Location array, Optional<EncryptionKey> key, MaintenanceScope scope) {
    this.directory = ArrayDirectory.list(storage, array, scope.tasks());
    this.files = new StructureFiles(storage, key);
    Map<String, StoredSchema> schemas = Snapshot.schemas(directory, files, scope.tasks());
    StoredSchema latest = List.copyOf(schemas.values()).get(schemas.size() - 1);
    InspectedObject inspected =
        new InspectedObject(
            storage,
            new IntactStorage(storage),
            array,
            key,
            FileInventory.of(storage, array, scope.tasks(), path -> true),
            new ProblemCollector(true),
            scope);
    this.comparison =
        new FooterComparison(
            inspected,
            new FragmentLoader(directory, files, schemas, latest.schema(), scope.tasks()));
    directory.fragments().forEach(folder -> folders.put(folder.name().text(), folder));
  }

  /** The fragments whose footers in a file of gathered ones may be the only right copies. */
  List<String> neededOf(Location file) {
    return directory.consolidatedFooters().stream()
        .filter(named -> named.location().equals(file))
        .flatMap(
            named ->
                footers(named).entrySet().stream()
                    .filter(footer -> folders.containsKey(footer.getKey()))
                    .filter(
                        footer ->
                            comparison
                                .compare(folders.get(footer.getKey()), file, footer.getValue())
                                .needsGathered())
                    .map(Map.Entry::getKey))
        .toList();
  }

  /**
   * The metadata files of fragments of which only the footer is damaged, with what they should be.
   */
  Map<Location, byte[]> restorable() {
    Map<Location, byte[]> restored = new LinkedHashMap<>();
    for (ArrayDirectory.NamedFile file : FooterFiles.latest(directory)) {
      footers(file)
          .forEach(
              (name, footer) -> {
                ArrayDirectory.FragmentFolder folder = folders.get(name);
                if (folder != null
                    && comparison.compare(folder, file.location(), footer)
                        == FooterComparison.Verdict.GATHERED) {
                  comparison
                      .restored(folder, file.location(), footer)
                      .ifPresent(
                          bytes ->
                              restored.put(
                                  folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE),
                                  bytes));
                }
              });
    }
    return restored;
  }

  /** The footers in a file; none if it is damaged. */
  private Map<String, Slice> footers(ArrayDirectory.NamedFile file) {
    try {
      return FooterFiles.read(file, files);
    } catch (CorruptDataException | UnsupportedFormatException e) {
      return Map.of();
    }
  }
}
