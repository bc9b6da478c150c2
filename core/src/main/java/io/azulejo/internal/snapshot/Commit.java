package io.azulejo.internal.snapshot;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.ConditionFormat;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Publishes changes, which is the last step of every change. It creates a single file exclusively,
 * which makes prepared data part of an array or a group. Before this step, no part of the change is
 * visible. After it, the whole change is visible.
 */
public final class Commit {
  private Commit() {}

  /**
   * Commits fragments to an array atomically.
   *
   * @param names the fragments, whose files are complete and durable; at least one
   * @return the file that commits the fragments
   * @throws CommitUnknownException if it is unknown whether the commit happened
   */
  public static Location fragments(WritableArray array, List<FragmentName> names) {
    return fragments(array, names, Optional.empty());
  }

  /**
   * Commits fragments and a deletion to an array atomically.
   *
   * @param names the fragments, whose files are complete and durable; may be empty if there is a
   *     deletion
   * @param deletion the deletion, as returned by {@link #deletionEntry}
   * @return the file that commits them
   * @throws CommitUnknownException if it is unknown whether the commit happened
   */
  public static Location fragments(
      WritableArray array, List<FragmentName> names, Optional<CommitsFile.Entry> deletion) {
    if (names.size() == 1 && deletion.isEmpty()) {
      FragmentName first = names.get(0);
      Location file = array.location().resolve(ArrayPaths.commit(first).orElseThrow());
      publish(array.storage(), file, new byte[0]);
      return file;
    }
    List<CommitsFile.Entry> entries = entries(names, deletion);
    List<FragmentName> all =
        entries.stream().map(entry -> FragmentName.parse(entry.file()).orElseThrow()).toList();
    FragmentName name =
        FragmentName.create(
            all.stream().mapToLong(FragmentName::t1).min().orElseThrow(),
            all.stream().mapToLong(FragmentName::t2).max().orElseThrow(),
            all.get(0).version());
    Location file = place(array, name);
    publish(array.storage(), file, CommitsFileFormat.encode(new CommitsFile(entries)).toBytes());
    return file;
  }

  /**
   * Commits fragments and a deletion to an array atomically, with a file that only one writer can
   * create.
   *
   * @param names the fragments, whose files are complete and durable; may be empty if there is a
   *     deletion
   * @param deletion the deletion, as returned by {@link #deletionEntry}
   * @param file the name of the file, which is derived from an id or from the number of a
   *     conditional commit
   * @throws AlreadyExistsException if the file exists; nothing was committed
   * @throws CommitUnknownException if it is unknown whether the commit happened
   */
  public static void fragments(
      WritableArray array,
      List<FragmentName> names,
      Optional<CommitsFile.Entry> deletion,
      FragmentName file) {
    publish(
        array.storage(),
        place(array, file),
        CommitsFileFormat.encode(CommitsFile.closed(entries(names, deletion))).toBytes());
  }

  /**
   * Returns the location of the consolidated commit file with a name, whether the file exists or
   * not.
   */
  public static Location place(WritableArray array, FragmentName name) {
    return array
        .location()
        .resolve(ArrayPaths.COMMITS_FOLDER)
        .resolve(name.text() + ArrayPaths.CONSOLIDATED_COMMITS_SUFFIX);
  }

  private static List<CommitsFile.Entry> entries(
      List<FragmentName> names, Optional<CommitsFile.Entry> deletion) {
    List<CommitsFile.Entry> entries = new ArrayList<>();
    for (FragmentName name : names) {
      entries.add(new CommitsFile.Entry(ArrayPaths.commit(name).orElseThrow(), Optional.empty()));
    }
    deletion.ifPresent(entries::add);
    return entries;
  }

  /**
   * Creates a deletion that can be committed together with fragments.
   *
   * @param kept the condition that selects the cells to keep
   * @param time the deletion applies to cells up to this time, in milliseconds since 1970
   */
  public static CommitsFile.Entry deletionEntry(
      WritableArray array, ConditionNode kept, long time) {
    FragmentName name = FragmentName.create(time, time, array.writeVersion());
    return new CommitsFile.Entry(
        ArrayPaths.marker(name.text() + ArrayPaths.DELETE_SUFFIX),
        Optional.of(Slice.of(tile(array, kept))));
  }

  private static byte[] tile(WritableArray array, ConditionNode kept) {
    return GenericTile.bytes(
        ConditionFormat.STRUCTURE,
        array.writeVersion(),
        ConditionFormat.encode(kept, array.writeVersion()),
        array.key());
  }

  /**
   * Deletes the cells of an array that were written up to a time and do not meet a condition.
   *
   * @param kept the condition that selects the cells to keep
   * @param time the deletion applies to cells up to this time, in milliseconds since 1970
   * @return the name of the deletion
   * @throws CommitUnknownException if it is unknown whether the commit happened
   */
  public static String deletion(WritableArray array, ConditionNode kept, long time) {
    FragmentName name = FragmentName.create(time, time, array.writeVersion());
    publish(
        array.storage(),
        array.location().resolve(ArrayPaths.marker(name.text() + ArrayPaths.DELETE_SUFFIX)),
        tile(array, kept));
    return name.text();
  }

  /**
   * Creates the file that makes a change visible.
   *
   * @throws AlreadyExistsException if the file exists; nothing was changed
   * @throws CommitUnknownException if it is unknown whether the file exists
   * @throws StorageException if the file does not exist and will not appear later
   */
  public static void publish(Storage storage, Location file, byte[] content) {
    EngineEvent.Started event = EngineEvent.COMMIT.begin();
    try {
      storage.createExclusive(file, content);
      if (event != null) {
        event.place(file).files(1).bytes(content.length).done();
      }
    } catch (StorageException e) {
      if (e.withoutEffect()) {
        throw e;
      }
      throw new CommitUnknownException(
          ("it is not known whether the change was committed (%s): it was if %s exists; nothing"
                  + " was deleted")
              .formatted(e.getMessage(), file),
          file.toString(),
          e);
    }
  }

  /**
   * Deletes the file on which the existence of a change or of a whole array depends.
   *
   * @throws CommitUnknownException if the file seems to be deleted but may reappear
   * @throws StorageException if the file still exists
   */
  public static void withdraw(Storage storage, Location file) {
    try {
      storage.delete(file);
    } catch (StorageException e) {
      boolean there;
      try {
        there = storage.find(file).isPresent();
      } catch (StorageException again) {
        there = false;
      }
      if (there) {
        throw e;
      }
      throw new CommitUnknownException(
          "it is not known whether %s was deleted permanently (%s): it was unless it exists"
              .formatted(file, e.getMessage()),
          file.toString(),
          e);
    }
  }

  /**
   * Deletes files after a deletion that is already visible.
   *
   * @param deleted the location that was deleted, for messages
   * @param again what the user can do about remaining files, for messages
   * @param deletions deletes the files
   * @throws CommitUnknownException if files could not be deleted
   */
  public static void cleanUp(Location deleted, String again, Runnable deletions) {
    try {
      deletions.run();
    } catch (StorageException e) {
      throw new CommitUnknownException(
          "the deletion is in effect, but files are left in %s (%s); %s"
              .formatted(deleted, e.getMessage(), again),
          deleted.toString(),
          e);
    }
  }
}
