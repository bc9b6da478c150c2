package io.azulejo.internal.workshop.verify;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.FooterFiles;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.SchemaFolder;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The consolidated footers of an array, which are copies of the fragments' own footers. */
final class GatheredFooters {
  private final Storage storage;
  private final ArrayDirectory directory;
  private final StructureFiles files;
  private final FooterComparison comparison;
  private final Map<String, ArrayDirectory.FragmentFolder> folders = new HashMap<>();

  /**
   * Lists an array and reads its schemas.
   *
   * @throws CorruptDataException if the array has no schema, or its schemas cannot be read
   */
  GatheredFooters(
      Storage storage, Location array, Optional<EncryptionKey> key, Resources resources) {
    this.storage = storage;
    this.directory = ArrayDirectory.list(storage, array, resources.tasks());
    this.files = new StructureFiles(storage, key);
    Map<String, StoredSchema> schemas = SchemaFolder.read(directory, files, resources.tasks());
    if (schemas.isEmpty()) {
      throw CorruptDataException.of(
              ArraySchemaFormat.STRUCTURE, null, -1, "the array has no schema")
          .at(array.toString());
    }
    StoredSchema latest = List.copyOf(schemas.values()).get(schemas.size() - 1);
    InspectedObject inspected =
        new InspectedObject(
            storage,
            new IntactStorage(storage),
            array,
            key,
            FileInventory.empty(array),
            new ProblemCollector(true),
            resources);
    this.comparison =
        new FooterComparison(
            inspected,
            new FragmentLoader(directory, files, schemas, latest.schema(), resources.tasks()));
    directory.fragments().forEach(folder -> folders.put(folder.name().text(), folder));
  }

  /** Returns the fragments whose only correct footer may be in a consolidated metadata file. */
  List<String> fragmentsNeeding(Location file) {
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
   * Finds fragment metadata files in which only the footer is damaged.
   *
   * @param found receives each file with its correct content, one at a time
   */
  void forEachRestorable(BiConsumer<Location, byte[]> found) {
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
                      .ifPresent(bytes -> found.accept(metadata(folder), bytes));
                }
              });
    }
  }

  /**
   * Returns the location of a fragment's metadata file if the file is missing and can be restored.
   *
   * @param content the content of the file
   * @return empty if the fragment is unknown, its file exists, or the content is not intact
   */
  Optional<Location> missingFile(String fragment, byte[] content) {
    return Optional.ofNullable(folders.get(fragment))
        .filter(folder -> storage.find(metadata(folder)).isEmpty())
        .filter(folder -> comparison.isSound(folder, content))
        .map(GatheredFooters::metadata);
  }

  private static Location metadata(ArrayDirectory.FragmentFolder folder) {
    return folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  /** Returns the footers in a file by fragment name; none if the file is damaged. */
  private Map<String, Slice> footers(ArrayDirectory.NamedFile file) {
    try {
      return FooterFiles.read(file, files);
    } catch (CorruptDataException | UnsupportedFormatException e) {
      return Map.of();
    }
  }
}
