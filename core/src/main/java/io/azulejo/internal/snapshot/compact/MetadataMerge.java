package io.azulejo.internal.snapshot.compact;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.GroupSnapshot;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.MetadataFolder;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Merges the metadata files of an array or a group into a single file. First writes the merged
 * file, then the list of the files that it replaces.
 *
 * <p>Between the two steps, readers read all files, with the same result. The merged file contains
 * the last entry of each key and has the time of the first input. Every entry that sorts after it
 * therefore comes from a later input.
 */
public final class MetadataMerge {
  private final StructureFiles files;
  private final Storage storage;
  private final Location object;
  private final FormatVersion version;
  private final boolean relative;
  private final Location folder;

  private MetadataMerge(
      StructureFiles files, Location object, FormatVersion version, boolean relative) {
    this.version = version;
    this.files = files;
    this.storage = files.storage();
    this.object = object;
    this.relative = relative;
    this.folder = object.resolve(ArrayPaths.METADATA_FOLDER);
  }

  /**
   * Plans a merge of an array's metadata files.
   *
   * @param times only files with times in this range are merged
   */
  public static FileMerge ofArray(
      Storage storage, Location array, Optional<EncryptionKey> key, TimeRange times, Tasks tasks) {
    WritableArray opened = WritableArray.open(storage, array, key);
    FormatVersion version = opened.writeVersion();
    return of(
        new MetadataMerge(opened.files(), array, version, version.hasRelativeVacuumFiles()),
        times,
        tasks);
  }

  /**
   * Plans a merge of a group's metadata files.
   *
   * @param times only files with times in this range are merged
   */
  public static FileMerge ofGroup(
      Storage storage, Location group, Optional<EncryptionKey> key, TimeRange times, Tasks tasks) {
    StructureFiles files = GroupSnapshot.open(storage, group, TimeRange.ALL, key, tasks).files();
    return of(new MetadataMerge(files, group, FormatVersion.DEFAULT, false), times, tasks);
  }

  private static FileMerge of(MetadataMerge merge, TimeRange times, Tasks tasks) {
    return ListingRetry.attempt(merge.object, () -> merge.plan(times, tasks));
  }

  private FileMerge plan(TimeRange times, Tasks tasks) {
    Map<String, Long> sizes = new TreeMap<>();
    storage.list(folder).forEach(entry -> sizes.put(entry.name(), entry.size()));
    List<String> names = List.copyOf(sizes.keySet());
    List<FragmentName> inputs =
        new ArrayList<>(MetadataFolder.visible(files, folder, names, times));
    // Skip files that were already replaced within a longer time range. Merging only some of them
    // would restore their entries.
    Set<String> replacedBefore = MetadataFolder.replaced(files, folder, names, TimeRange.ALL);
    inputs.removeIf(input -> replacedBefore.contains(input.text()));
    List<String> texts = inputs.stream().map(FragmentName::text).toList();
    if (inputs.size() < 2) {
      return FileMerge.none(texts, "fewer than two metadata files exist");
    }
    List<FragmentName> others = others(names, new HashSet<>(texts), times);
    long first = inputs.get(0).t1();
    long last = inputs.get(inputs.size() - 1).t1();
    for (FragmentName other : others) {
      if (other.t1() >= first && other.t1() <= last) {
        return FileMerge.none(
            texts,
            "%s was written between them but is not merged, so the merged file would be read before it"
                .formatted(other));
      }
    }
    Map<String, ArrayMetadataFormat.Entry> entries =
        MetadataFolder.last(files, folder, inputs, tasks);
    boolean isFirst = others.stream().allMatch(other -> other.t1() > last);
    return new FileMerge(
        texts,
        texts.stream().mapToLong(sizes::get).sum(),
        "every read of the metadata reads each of them",
        others.stream()
            .map(other -> new FileMerge.Skipped(other.text(), "it is not within the time range"))
            .toList(),
        () -> write(inputs, effective(entries, isFirst)));
  }

  /** Returns the files that are neither merged nor already replaced. */
  private List<FragmentName> others(List<String> names, Set<String> inputs, TimeRange times) {
    Set<String> replaced = MetadataFolder.replaced(files, folder, names, times);
    return names.stream()
        .filter(name -> !inputs.contains(name) && !replaced.contains(name))
        .map(name -> FragmentName.parse(name).filter(n -> n.text().equals(name)))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * Returns the last entry of each key. Drops deletions of keys if no older file can contain the
   * keys. Keeps all entries if only deletions are left, because a file cannot be empty.
   */
  private static List<ArrayMetadataFormat.Entry> effective(
      Map<String, ArrayMetadataFormat.Entry> last, boolean isFirst) {
    List<ArrayMetadataFormat.Entry> entries = new ArrayList<>(last.values());
    if (isFirst && !entries.stream().allMatch(ArrayMetadataFormat.Entry::deleted)) {
      entries.removeIf(ArrayMetadataFormat.Entry::deleted);
    }
    return entries;
  }

  private FileMerge.Output write(
      List<FragmentName> inputs, List<ArrayMetadataFormat.Entry> entries) {
    String name =
        FragmentName.unversioned(
            inputs.get(0).t1(), inputs.stream().mapToLong(FragmentName::t2).max().orElseThrow());
    Location merged = folder.resolve(name);
    byte[] bytes =
        GenericTile.bytes(
            ArrayMetadataFormat.STRUCTURE,
            version,
            ArrayMetadataFormat.encode(entries),
            files.key());
    Commit.publish(storage, merged, bytes);
    try {
      Commit.publish(
          storage,
          folder.resolve(name + ArrayPaths.VACUUM_SUFFIX),
          NameListFormat.encode(inputs.stream().map(this::line).toList()).toBytes());
    } catch (CommitUnknownException e) {
      throw e;
    } catch (AzulejoException e) {
      remove(merged, e);
      throw e;
    }
    return new FileMerge.Output(name, bytes.length);
  }

  private String line(FragmentName input) {
    return relative
        ? "/" + ArrayPaths.METADATA_FOLDER + "/" + input.text()
        : StructureFiles.uri(folder.resolve(input.text()));
  }

  /**
   * Deletes the merged file. It has no effect yet, because no list states which files it replaces.
   */
  private void remove(Location merged, AzulejoException cause) {
    try {
      storage.delete(merged);
    } catch (AzulejoException e) {
      cause.addSuppressed(e);
    }
  }
}
