package io.azulejo.internal.snapshot;

import io.azulejo.internal.filter.EncryptionKey;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Deletes files of metadata that were merged, then what lists them, which hides them until then:
 * only as long as the merged file is there.
 */
final class MetadataVacuum {
  private final Storage storage;
  private final StructureFiles files;
  private final Location folder;
  private final Tasks tasks;
  private final Map<String, Long> sizes = new TreeMap<>();
  private final Map<String, Set<String>> replaced = new TreeMap<>();
  private final List<Vacuum.Doomed> doomed = new ArrayList<>();
  private final List<Vacuum.Kept> kept = new ArrayList<>();
  private final Set<Location> merged = new LinkedHashSet<>();
  private final Set<Location> lists = new LinkedHashSet<>();

  private MetadataVacuum(StructureFiles files, Location object, Tasks tasks) {
    this.files = files;
    this.storage = files.storage();
    this.folder = object.resolve(ArrayPaths.METADATA_FOLDER);
    this.tasks = tasks;
    storage.list(folder).forEach(entry -> sizes.put(entry.name(), entry.size()));
    for (String name : sizes.keySet()) {
      if (name.endsWith(ArrayPaths.VACUUM_SUFFIX)) {
        FragmentName.parse(name).ifPresent(parsed -> replaced.put(parsed.text(), lines(name)));
      }
    }
  }

  static Vacuum ofArray(Storage storage, Location array, Optional<EncryptionKey> key, Tasks tasks) {
    WritableArray.open(storage, array, key);
    return of(new StructureFiles(storage, key), array, tasks);
  }

  static Vacuum ofGroup(Storage storage, Location group, Optional<EncryptionKey> key, Tasks tasks) {
    GroupSnapshot.open(storage, group, TimeRange.ALL, key, tasks);
    return of(new StructureFiles(storage, key), group, tasks);
  }

  private static Vacuum of(StructureFiles files, Location object, Tasks tasks) {
    return Reopening.attempt(object, () -> new MetadataVacuum(files, object, tasks).plan());
  }

  private Set<String> lines(String vacuum) {
    Set<String> names = new LinkedHashSet<>();
    files
        .plain(folder.resolve(vacuum), NameListFormat::decode)
        .forEach(line -> names.add(ArrayPaths.lastComponent(line)));
    names.removeIf(name -> name.endsWith(ArrayPaths.VACUUM_SUFFIX));
    return names;
  }

  private Vacuum plan() {
    List<String> reliable = new Replacements(replaced, this::isThere).reliable();
    for (String name : reliable) {
      for (String text : replaced.get(name)) {
        if (sizes.containsKey(text) && merged.add(folder.resolve(text))) {
          doom(text, "%s says what it says".formatted(name));
        }
      }
    }
    for (String name : replaced.keySet()) {
      String vacuum = name + ArrayPaths.VACUUM_SUFFIX;
      if (reliable.contains(name)) {
        lists.add(folder.resolve(vacuum));
        doom(vacuum, "all that it lists goes");
      } else if (replaced.get(name).stream().noneMatch(sizes::containsKey)) {
        lists.add(folder.resolve(vacuum));
        doom(vacuum, "nothing is there of what it lists");
      } else {
        kept.add(
            new Vacuum.Kept(
                folder.resolve(vacuum),
                isThere(name)
                    ? "files replace each other: what it lists stays"
                    : "%s, which should say what they say, is not there: what it lists stays"
                        .formatted(name)));
      }
    }
    return new Vacuum(doomed, kept, this::delete);
  }

  /** Other engines leave out a merged file that would say nothing. */
  private boolean isThere(String name) {
    return sizes.containsKey(name) || sayNothing(replaced.getOrDefault(name, Set.of()));
  }

  private boolean sayNothing(Set<String> names) {
    List<FragmentName> inputs = new ArrayList<>();
    for (String name : names) {
      FragmentName.parse(name).filter(n -> sizes.containsKey(name)).ifPresent(inputs::add);
    }
    inputs.sort(Comparator.comparingLong(FragmentName::t1).thenComparing(FragmentName::text));
    return !inputs.isEmpty()
        && MetadataFolder.last(files, folder, inputs, tasks).values().stream()
            .allMatch(ArrayMetadataFormat.Entry::deleted);
  }

  private void doom(String name, String reason) {
    doomed.add(new Vacuum.Doomed(folder.resolve(name), sizes.get(name), reason));
  }

  private void delete(Progress progress) {
    storage.delete(List.copyOf(merged));
    storage.delete(List.copyOf(lists));
    progress.advanced(Vacuum.bytes(doomed), Vacuum.bytes(doomed));
  }
}
