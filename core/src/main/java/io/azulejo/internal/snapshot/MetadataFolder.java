package io.azulejo.internal.snapshot;

import io.azulejo.error.NotFoundException;
import io.azulejo.internal.filter.EncryptionKey;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.format.Text;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The metadata of an array or a group: the entries of the files in a time range, the last one of
 * each key.
 */
public final class MetadataFolder {
  private static final Comparator<String> BY_BYTES =
      (a, b) -> Arrays.compareUnsigned(Text.encode(a), Text.encode(b));

  private MetadataFolder() {}

  /**
   * Puts and removes keys of an array or a group, all at once.
   *
   * @param entries what happens to the keys, each once
   * @throws NotFoundException if there is neither an array nor a group
   */
  public static void write(
      Storage storage,
      Location object,
      Optional<EncryptionKey> key,
      List<ArrayMetadataFormat.Entry> entries,
      long time,
      Tasks tasks) {
    switch (ObjectKind.at(storage, object)) {
      case ARRAY -> WritableArray.open(storage, object, key);
      case GROUP -> GroupSnapshot.open(storage, object, TimeRange.ALL, key, tasks);
      case NONE ->
          throw new NotFoundException(
              "there is neither an array nor a group at %s: create one first".formatted(object),
              object.toString());
    }
    if (entries.isEmpty()) {
      return;
    }
    List<ArrayMetadataFormat.Entry> sorted = new ArrayList<>(entries);
    sorted.sort(Comparator.comparing(ArrayMetadataFormat.Entry::key, BY_BYTES));
    Commit.publish(
        storage,
        object.resolve(ArrayPaths.METADATA_FOLDER).resolve(FragmentName.unversioned(time, time)),
        NewFiles.tile(ArrayMetadataFormat.STRUCTURE, ArrayMetadataFormat.encode(sorted), key));
  }

  /**
   * The values by key, sorted by the bytes of the keys.
   *
   * @param folder the folder of metadata
   * @param names the names of the files in it
   */
  static Map<String, ArrayMetadataFormat.Entry> read(
      StructureFiles files, Location folder, List<String> names, TimeRange times, Tasks tasks) {
    Set<String> replaced = new HashSet<>();
    List<FragmentName> wanted = new ArrayList<>();
    for (String name : names) {
      Optional<FragmentName> parsed = FragmentName.parse(name);
      if (parsed.isEmpty() || !times.containsAll(parsed.get().t1(), parsed.get().t2())) {
        continue;
      }
      if (name.endsWith(ArrayPaths.VACUUM_SUFFIX)) {
        List<String> lines = files.plain(folder.resolve(name), NameListFormat::decode);
        lines.forEach(line -> replaced.add(ArrayPaths.lastComponent(line)));
      } else if (name.equals(parsed.get().text())) {
        wanted.add(parsed.get());
      }
    }
    wanted.removeIf(name -> replaced.contains(name.text()));
    wanted.sort(Comparator.comparingLong(FragmentName::t1).thenComparing(FragmentName::text));
    List<List<ArrayMetadataFormat.Entry>> entries =
        tasks.io(
            wanted,
            name ->
                files.generic(
                    "array metadata", folder.resolve(name.text()), ArrayMetadataFormat::decode));
    Map<String, ArrayMetadataFormat.Entry> values = new TreeMap<>(BY_BYTES);
    for (List<ArrayMetadataFormat.Entry> file : entries) {
      for (ArrayMetadataFormat.Entry entry : file) {
        if (entry.deleted()) {
          values.remove(entry.key());
        } else {
          values.put(entry.key(), entry);
        }
      }
    }
    return new LinkedHashMap<>(values);
  }
}
