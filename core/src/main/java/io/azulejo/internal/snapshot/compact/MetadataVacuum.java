package io.azulejo.internal.snapshot.compact;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.GroupSnapshot;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.MetadataFolder;
import io.azulejo.internal.snapshot.MetadataReplacements;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Deletes metadata files that were merged. The lists of merged files are deleted last, because they
 * hide the files until then. Files are deleted only if the merged file exists.
 */
public final class MetadataVacuum {
  private final Storage storage;
  private final Tasks tasks;
  private final StructureFiles files;
  private final Location folder;
  private final Map<String, Long> sizes = new TreeMap<>();
  private final Map<String, Set<String>> replaced = new TreeMap<>();
  private final List<Vacuum.Deletion> deletions = new ArrayList<>();
  private final List<Vacuum.Kept> kept = new ArrayList<>();
  private final Set<Location> merged = new LinkedHashSet<>();
  private final Set<Location> lists = new LinkedHashSet<>();

  private MetadataVacuum(StructureFiles files, Location object, Tasks tasks) {
    this.files = files;
    this.storage = files.storage();
    this.tasks = tasks;
    this.folder = object.resolve(ArrayPaths.METADATA_FOLDER);
    storage.list(folder).forEach(entry -> sizes.put(entry.name(), entry.size()));
    MetadataReplacements.of(
            MetadataFolder.ahead(files, folder, sizes.keySet(), tasks),
            folder,
            sizes.keySet(),
            TimeRange.ALL)
        .forEach((name, lines) -> replaced.put(name, withoutLists(lines)));
  }

  /**
   * Plans the deletion of an array's merged metadata files.
   *
   * @throws CorruptDataException if a merged file differs from the files that it replaces
   */
  public static Vacuum ofArray(
      Storage storage, Location array, Optional<EncryptionKey> key, Tasks tasks) {
    return of(WritableArray.open(storage, array, key).files(), array, tasks);
  }

  /**
   * Plans the deletion of a group's merged metadata files.
   *
   * @throws CorruptDataException if a merged file differs from the files that it replaces
   */
  public static Vacuum ofGroup(
      Storage storage, Location group, Optional<EncryptionKey> key, Tasks tasks) {
    return of(GroupSnapshot.open(storage, group, TimeRange.ALL, key, tasks).files(), group, tasks);
  }

  private static Vacuum of(StructureFiles files, Location object, Tasks tasks) {
    return ListingRetry.attempt(object, () -> new MetadataVacuum(files, object, tasks).plan());
  }

  private static Set<String> withoutLists(List<String> lines) {
    Set<String> names = new LinkedHashSet<>(lines);
    names.removeIf(name -> name.endsWith(ArrayPaths.VACUUM_SUFFIX));
    return names;
  }

  private Vacuum plan() {
    List<String> reliable = new Replacements(replaced, this::isThere).reliable();
    for (String name : reliable) {
      for (String text : replaced.get(name)) {
        if (sizes.containsKey(text) && merged.add(folder.resolve(text))) {
          planDeletion(text, "%s holds its entries".formatted(name));
        }
      }
    }
    reliable.forEach(this::checkMerged);
    for (String name : replaced.keySet()) {
      String vacuum = name + ArrayPaths.VACUUM_SUFFIX;
      if (reliable.contains(name)) {
        lists.add(folder.resolve(vacuum));
        planDeletion(vacuum, "everything that it lists is deleted");
      } else if (replaced.get(name).stream().noneMatch(sizes::containsKey)) {
        lists.add(folder.resolve(vacuum));
        planDeletion(vacuum, "nothing that it lists exists");
      } else {
        kept.add(
            new Vacuum.Kept(
                folder.resolve(vacuum),
                isThere(name)
                    ? "files replace each other, so what it lists is kept"
                    : "%s, which should hold their entries, is missing, so what it lists is kept"
                        .formatted(name)));
      }
    }
    return new Vacuum(deletions, kept, this::delete);
  }

  /**
   * Checks that a merged file has the same values as the files that it replaces. Skips the check if
   * a vacuum has already deleted some of these files.
   *
   * @throws CorruptDataException if the values differ or a file is damaged; the exception names the
   *     file
   */
  private void checkMerged(String name) {
    Set<String> inputs = replaced.get(name);
    if (!sizes.containsKey(name) || !sizes.keySet().containsAll(inputs)) {
      return;
    }
    Map<String, ArrayMetadataFormat.Entry> said =
        MetadataFolder.values(files, folder, inputs, tasks);
    Map<String, ArrayMetadataFormat.Entry> says =
        MetadataFolder.values(files, folder, List.of(name), tasks);
    if (!said.equals(says)) {
      throw CorruptDataException.of(
              ArrayMetadataFormat.STRUCTURE,
              null,
              -1,
              "the file replaces others, but its entries differ from theirs: it or one of them was damaged")
          .at(folder.resolve(name).toString());
    }
  }

  /**
   * Returns whether a merged file exists, or is missing because it would be empty. Other engines do
   * not write empty files.
   */
  private boolean isThere(String name) {
    List<String> inputs =
        replaced.getOrDefault(name, Set.of()).stream().filter(sizes::containsKey).toList();
    return sizes.containsKey(name)
        || (!inputs.isEmpty() && MetadataReplacements.areAllKeysDeleted(files, folder, inputs));
  }

  private void planDeletion(String name, String reason) {
    deletions.add(new Vacuum.Deletion(folder.resolve(name), sizes.get(name), reason));
  }

  private void delete(Progress progress) {
    storage.delete(List.copyOf(merged));
    storage.delete(List.copyOf(lists));
    progress.advanced(Vacuum.bytes(deletions), Vacuum.bytes(deletions));
  }
}
