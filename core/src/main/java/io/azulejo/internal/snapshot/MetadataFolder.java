package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads and writes the metadata of an array or a group. The value of a key is the last entry for
 * this key in the files of a time range.
 */
public final class MetadataFolder {
  private static final Comparator<String> BY_BYTES =
      (a, b) -> Arrays.compareUnsigned(LosslessUtf8.encode(a), LosslessUtf8.encode(b));

  private MetadataFolder() {}

  /**
   * Returns the location of a new metadata file.
   *
   * @param time the timestamp of the file in milliseconds since 1970
   */
  public static Location place(Location object, long time) {
    return object.resolve(ArrayPaths.METADATA_FOLDER).resolve(FragmentName.unversioned(time, time));
  }

  /** Stores a metadata file. The array or group need not exist yet. */
  public static void publish(
      Storage storage,
      Location file,
      FormatVersion version,
      Optional<EncryptionKey> key,
      List<ArrayMetadataFormat.Entry> entries) {
    Commit.publish(
        storage,
        file,
        GenericTile.bytes(ArrayMetadataFormat.STRUCTURE, version, content(entries), key));
  }

  /** Encodes the content of a metadata file, sorted by the bytes of the keys. */
  static Slice content(List<ArrayMetadataFormat.Entry> entries) {
    List<ArrayMetadataFormat.Entry> sorted = new ArrayList<>(entries);
    sorted.sort(Comparator.comparing(ArrayMetadataFormat.Entry::key, BY_BYTES));
    return ArrayMetadataFormat.encode(sorted);
  }

  /**
   * Returns the metadata by key, sorted by the bytes of the keys.
   *
   * @param object the array or group
   * @param listed the names of the files in the metadata folder; the folder is listed again if a
   *     vacuum has deleted one of them
   * @param times only files with times in this range are read
   */
  static Map<String, ArrayMetadataFormat.Entry> read(
      StructureFiles files, Location object, List<String> listed, TimeRange times, Tasks tasks) {
    Location folder = object.resolve(ArrayPaths.METADATA_FOLDER);
    return ListingRetry.attempt(
        object,
        attempt -> {
          List<String> names = attempt == 1 ? listed : files.storage().names(folder);
          return values(files, folder, names, times, tasks);
        });
  }

  /**
   * Returns the metadata in exactly the given files by key, sorted by the bytes of the keys.
   *
   * @param names the names of the files, oldest first
   * @throws NotFoundException if one of the files was vacuumed
   */
  static Map<String, ArrayMetadataFormat.Entry> readFiles(
      StructureFiles files, Location object, List<String> names, Tasks tasks) {
    List<FragmentName> wanted =
        names.stream().map(name -> FragmentName.parse(name).orElseThrow()).toList();
    try {
      return values(files, object.resolve(ArrayPaths.METADATA_FOLDER), wanted, tasks);
    } catch (NotFoundException e) {
      throw new NotFoundException(
          "metadata of %s was vacuumed or deleted after the array was opened; open it again (%s)"
              .formatted(object, e.getMessage()),
          object.toString(),
          e);
    }
  }

  private static Map<String, ArrayMetadataFormat.Entry> values(
      StructureFiles files, Location folder, List<String> names, TimeRange times, Tasks tasks) {
    List<FragmentName> wanted = visible(ahead(files, folder, names, tasks), folder, names, times);
    return values(files, folder, wanted, tasks);
  }

  private static Map<String, ArrayMetadataFormat.Entry> values(
      StructureFiles files, Location folder, List<FragmentName> wanted, Tasks tasks) {
    Map<String, ArrayMetadataFormat.Entry> last = last(files, folder, wanted, tasks);
    Map<String, ArrayMetadataFormat.Entry> values = new LinkedHashMap<>(last);
    values.values().removeIf(ArrayMetadataFormat.Entry::deleted);
    return values;
  }

  /**
   * Returns the metadata in exactly the given files by key, sorted by the bytes of the keys.
   *
   * @param names the names of the files, in any order
   */
  public static Map<String, ArrayMetadataFormat.Entry> values(
      StructureFiles files, Location folder, Collection<String> names, Tasks tasks) {
    List<FragmentName> sorted =
        names.stream()
            .flatMap(name -> FragmentName.parse(name).stream())
            .sorted(FragmentName.BY_TIME)
            .toList();
    return values(files, folder, sorted, tasks);
  }

  /**
   * Returns a reader with prefetched lists of replaced files. Prefetches only if the store is
   * remote.
   */
  public static StructureFiles ahead(
      StructureFiles files, Location folder, Collection<String> names, Tasks tasks) {
    return files.ahead(
        names.stream()
            .filter(name -> name.endsWith(ArrayPaths.VACUUM_SUFFIX))
            .map(folder::resolve)
            .toList(),
        tasks);
  }

  /**
   * Returns the metadata files in a time range that were not replaced by consolidation, oldest
   * first.
   *
   * @param folder the metadata folder
   * @param names the names of all files in the folder
   */
  public static List<FragmentName> visible(
      StructureFiles files, Location folder, List<String> names, TimeRange times) {
    Set<String> replaced = replaced(files, folder, names, times);
    List<FragmentName> wanted = new ArrayList<>();
    for (String name : names) {
      inTimes(name, times).filter(parsed -> parsed.text().equals(name)).ifPresent(wanted::add);
    }
    wanted.removeIf(name -> replaced.contains(name.text()));
    wanted.sort(FragmentName.BY_TIME);
    return wanted;
  }

  /**
   * Checks the lists of replaced files, regardless of their times.
   *
   * @param names the names of all files in the folder
   * @throws CorruptDataException if a list or a file name is damaged
   */
  public static void check(StructureFiles files, Location folder, List<String> names) {
    MetadataReplacements.of(files, folder, names, TimeRange.ALL);
  }

  /**
   * Returns the names of the files that were replaced by consolidation within a time range,
   * existing or not.
   */
  public static Set<String> replaced(
      StructureFiles files, Location folder, List<String> names, TimeRange times) {
    Set<String> replaced = new HashSet<>();
    MetadataReplacements.of(files, folder, names, times).values().forEach(replaced::addAll);
    return replaced;
  }

  private static Optional<FragmentName> inTimes(String name, TimeRange times) {
    return FragmentName.parse(name).filter(n -> times.containsAll(n.t1(), n.t2()));
  }

  /**
   * Returns the last entry of each key in the given files, including deletions, sorted by the bytes
   * of the keys.
   *
   * @param wanted the names of the files, oldest first
   */
  public static Map<String, ArrayMetadataFormat.Entry> last(
      StructureFiles files, Location folder, List<FragmentName> wanted, Tasks tasks) {
    List<List<ArrayMetadataFormat.Entry>> entries =
        tasks.io(
            files.storage().traits().waitingRequests(),
            wanted,
            name ->
                files.generic(
                    ArrayMetadataFormat.STRUCTURE,
                    folder.resolve(name.text()),
                    ArrayMetadataFormat::decode));
    Map<String, ArrayMetadataFormat.Entry> last = new TreeMap<>(BY_BYTES);
    for (List<ArrayMetadataFormat.Entry> file : entries) {
      file.forEach(entry -> last.put(entry.key(), entry));
    }
    return last;
  }
}
