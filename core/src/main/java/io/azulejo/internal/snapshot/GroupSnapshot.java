package io.azulejo.internal.snapshot;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.GroupDetails;
import io.azulejo.internal.format.GroupFormat;
import io.azulejo.internal.format.NameRules;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.Lazy;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A group at a time: its members and its metadata. */
public final class GroupSnapshot {
  private final Location location;
  private final TimeRange times;
  private final int version;
  private final StructureFiles files;
  private final List<GroupDetails.Member> members;
  private final Lazy<Map<String, ArrayMetadataFormat.Entry>> metadata;

  private GroupSnapshot(
      Location location,
      TimeRange times,
      int version,
      StructureFiles files,
      List<GroupDetails.Member> members,
      Lazy<Map<String, ArrayMetadataFormat.Entry>> metadata) {
    this.location = location;
    this.times = times;
    this.version = version;
    this.files = files;
    this.members = members;
    this.metadata = metadata;
  }

  /**
   * Opens a group.
   *
   * @param times the time range; its start applies only to metadata
   * @throws NotFoundException if the group does not exist
   */
  public static GroupSnapshot open(
      Storage storage,
      Location location,
      TimeRange times,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    List<Storage.Entry> entries = storage.list(location);
    if (ObjectKind.at(storage, location, entries) != ObjectKind.GROUP) {
      throw NotFoundException.ofObject(
          "no group found at %s".formatted(location), location.toString());
    }
    FolderNames.check(location, entries);
    StructureFiles files = new StructureFiles(storage, key);
    Location folder = location.resolve(ArrayPaths.GROUP_FOLDER);
    List<FragmentName> names = names(files, folder, times);
    List<GroupDetails.Member> members = members(files, folder, names, tasks);
    Location metadataFolder = location.resolve(ArrayPaths.METADATA_FOLDER);
    return new GroupSnapshot(
        location,
        times,
        version(names),
        files,
        members,
        new Lazy<>(
            () ->
                MetadataFolder.read(files, location, storage.names(metadataFolder), times, tasks)));
  }

  /** Returns the location of the group. */
  public Location location() {
    return location;
  }

  /** Returns the time range that the group was opened at. */
  public TimeRange times() {
    return times;
  }

  /** Returns the version of the structure that stores the members. */
  int version() {
    return version;
  }

  /**
   * Returns the reader of the group's small files. If the group has members, the reader has
   * decrypted their file. A later failure to decrypt then means damage instead of a wrong key.
   */
  public StructureFiles files() {
    return files;
  }

  /** Returns the members, in no particular order. */
  public List<GroupDetails.Member> members() {
    return members;
  }

  /** Returns the metadata by key, sorted by the bytes of the keys. Reads it on first use. */
  public Map<String, ArrayMetadataFormat.Entry> metadata() {
    return metadata.get();
  }

  /** Returns the names of the member files up to the end of the time range, oldest first. */
  private static List<FragmentName> names(StructureFiles files, Location folder, TimeRange times) {
    List<FragmentName> names = new ArrayList<>();
    for (Storage.Entry entry : files.storage().list(folder)) {
      try {
        NameRules.check(ArrayPaths.GROUP_FOLDER, entry.name());
      } catch (CorruptDataException e) {
        throw e.at(folder.resolve(entry.name()).toString());
      }
      FragmentName.parse(entry.name())
          .filter(name -> TimeRange.until(times.end()).contains(name.t2()))
          .ifPresent(names::add);
    }
    names.sort(FragmentName.BY_TIME);
    return names;
  }

  private static int version(List<FragmentName> names) {
    return names.isEmpty() || GroupDetails.namesChanges(names.get(names.size() - 1).text())
        ? GroupDetails.VERSION
        : GroupDetails.OLD_VERSION;
  }

  private static List<GroupDetails.Member> members(
      StructureFiles files, Location folder, List<FragmentName> all, Tasks tasks) {
    List<FragmentName> names =
        version(all) == GroupDetails.VERSION ? all : List.of(all.get(all.size() - 1));
    List<GroupDetails> details =
        tasks.io(
            files.storage().traits().waitingRequests(),
            names,
            name ->
                files.generic("group details", folder.resolve(name.text()), GroupFormat::decode));
    Map<String, GroupDetails.Member> members = new LinkedHashMap<>();
    for (GroupDetails change : details) {
      for (GroupDetails.Member member : change.members()) {
        String memberKey = member.key();
        if (member.deleted()) {
          members.remove(memberKey);
        } else {
          members.put(memberKey, member);
        }
      }
    }
    return List.copyOf(members.values());
  }
}
