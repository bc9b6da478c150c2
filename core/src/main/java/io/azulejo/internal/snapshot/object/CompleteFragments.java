package io.azulejo.internal.snapshot.object;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.internal.snapshot.SchemaFolder;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.FragmentFields;
import io.azulejo.internal.snapshot.fragment.Lazy;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Recognizes fragments that are complete and only lack a commit. Reads the array's schemas on first
 * use.
 */
final class CompleteFragments {
  private final ObjectFiles there;
  private final Lazy<Optional<FragmentLoader>> loader;

  /**
   * Creates an instance for the fragments of an array.
   *
   * @param directory the listing of the array
   * @param files reads the array's small files
   * @param there the files of the array, with their sizes
   */
  CompleteFragments(
      ArrayDirectory directory, StructureFiles files, ObjectFiles there, Tasks tasks) {
    this.there = there;
    this.loader = new Lazy<>(() -> loader(directory, files, tasks));
  }

  private static Optional<FragmentLoader> loader(
      ArrayDirectory directory, StructureFiles files, Tasks tasks) {
    if (!directory.isArray()) {
      return Optional.empty();
    }
    Map<String, StoredSchema> schemas = SchemaFolder.read(directory, files, tasks);
    StoredSchema latest = List.copyOf(schemas.values()).get(schemas.size() - 1);
    return Optional.of(new FragmentLoader(directory, files, schemas, latest.schema(), tasks));
  }

  /**
   * Returns the number of cells in a fragment if it is complete: its metadata is readable, and its
   * files have at least the sizes in its footer.
   *
   * @return the number of cells, or empty if the fragment is incomplete or does not contain cells
   */
  OptionalLong cells(ArrayDirectory.FragmentFolder folder) {
    Map<String, Long> sizes = sizes(folder.location());
    if (!sizes.containsKey(ArrayPaths.FRAGMENT_METADATA_FILE) || loader.get().isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      Fragment fragment = loader.get().get().load(folder);
      for (FieldStorage field : FragmentFields.of(fragment).values()) {
        if (!isComplete(fragment, field, sizes)) {
          return OptionalLong.empty();
        }
      }
      long cells = fragment.writtenCells();
      return cells > 0 ? OptionalLong.of(cells) : OptionalLong.empty();
    } catch (CorruptDataException | UnsupportedFormatException | NotFoundException e) {
      return OptionalLong.empty();
    }
  }

  private Map<String, Long> sizes(Location folder) {
    Map<String, Long> sizes = new HashMap<>();
    for (Storage.Entry entry : there.entries(folder)) {
      if (!entry.folder()) {
        sizes.put(entry.name(), entry.size());
      }
    }
    return sizes;
  }

  private static boolean isComplete(
      Fragment fragment, FieldStorage field, Map<String, Long> sizes) {
    int index = field.index();
    return has(sizes, field.file(), fragment.footer().fileSizes()[index])
        && field
            .varFile()
            .map(file -> has(sizes, file, fragment.footer().varFileSizes()[index]))
            .orElse(true)
        && field
            .validityFile()
            .map(file -> has(sizes, file, fragment.footer().validityFileSizes()[index]))
            .orElse(true);
  }

  private static boolean has(Map<String, Long> sizes, String file, long bytes) {
    return sizes.getOrDefault(file, -1L) >= bytes;
  }
}
