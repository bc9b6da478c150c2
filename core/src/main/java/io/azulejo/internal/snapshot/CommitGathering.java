package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An announcement that a consolidated commit file is being written. It exists from before the
 * commits are listed until the file is published. With it, consolidations of commits and deletions
 * of fragments notice each other.
 *
 * <p>A deletion first removes the commits and then looks for announcements. If it does not find
 * one, any consolidation that starts later does not list these commits. If it finds one, it
 * invalidates the commits, whether they are listed or not, before it deletes the fragments. The new
 * file therefore never commits a deleted fragment.
 *
 * <p>Other engines do not read files with the name of an announcement.
 */
public final class CommitGathering {
  /** Age after which an announcement is considered abandoned by a killed process. */
  private static final Duration ABANDONED = Duration.ofHours(1);

  private final Storage storage;
  private final Location announcement;

  private CommitGathering(WritableArray array) {
    this.storage = array.storage();
    String name = FragmentName.create(0, 0, array.writeVersion()).text();
    this.announcement = folder(array).resolve(name + ArrayPaths.PENDING_COMMITS_SUFFIX);
  }

  /** Announces that the commits listed from now on will be consolidated. */
  public static CommitGathering announce(WritableArray array) {
    CommitGathering gathering = new CommitGathering(array);
    try {
      gathering.storage.createExclusive(gathering.announcement, new byte[0]);
    } catch (RuntimeException | Error e) {
      gathering.end();
      throw e;
    }
    return gathering;
  }

  /** Returns whether a process is consolidating commits now. */
  public static boolean isUnderway(WritableArray array) {
    Storage storage = array.storage();
    Location folder = folder(array);
    return storage.names(folder).stream()
        .filter(name -> name.endsWith(ArrayPaths.PENDING_COMMITS_SUFFIX))
        .anyMatch(name -> !isAbandoned(storage, folder.resolve(name)));
  }

  /**
   * Invalidates the commits of fragments that a consolidated commit file contains. If commits are
   * being consolidated, invalidates the commits of all given fragments, because the new file may
   * contain them.
   *
   * @param fragments the names of the fragments
   */
  public static void ignoreConsolidated(WritableArray array, Set<String> fragments, Tasks tasks) {
    Predicate<String> mayBeHeld =
        isUnderway(array) ? name -> true : CommitFiles.now(array, tasks).heldFragments()::contains;
    List<FragmentName> held =
        fragments.stream()
            .filter(mayBeHeld)
            .flatMap(name -> FragmentName.parse(name).stream())
            .filter(name -> ArrayPaths.commit(name).isPresent())
            .toList();
    if (!held.isEmpty()) {
      ignore(array, held);
    }
  }

  /** Writes an ignore file, which makes consolidated commits of the given fragments invalid. */
  public static void ignore(WritableArray array, Collection<FragmentName> names) {
    List<String> lines =
        names.stream().map(ArrayPaths::commit).flatMap(Optional::stream).sorted().toList();
    FragmentName name =
        FragmentName.create(
            names.stream().mapToLong(FragmentName::t1).min().orElseThrow(),
            names.stream().mapToLong(FragmentName::t2).max().orElseThrow(),
            array.writeVersion());
    Commit.publish(
        array.storage(),
        array
            .location()
            .resolve(ArrayPaths.COMMITS_FOLDER)
            .resolve(name.text() + ArrayPaths.IGNORE_SUFFIX),
        NameListFormat.encode(lines).toBytes());
  }

  private static boolean isAbandoned(Storage storage, Location file) {
    long oldest = storage.now() - ABANDONED.toMillis();
    return storage.modified(file).stream().anyMatch(time -> time < oldest);
  }

  private static Location folder(WritableArray array) {
    return array.location().resolve(ArrayPaths.COMMITS_FOLDER);
  }

  /** Ends the announcement. Must be called when the file was published or will not be written. */
  public void end() {
    try {
      storage.delete(announcement);
    } catch (AzulejoException e) {
      // Until the announcement is old enough, deletions invalidate more commits than necessary.
      // This is harmless.
    }
  }
}
