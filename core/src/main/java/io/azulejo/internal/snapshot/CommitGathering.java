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
 * The announcement of a file that is to hold the commits of others: it is there from before they
 * are listed until the file is published. So of who gathers commits, and who deletes fragments, one
 * knows of the other. Who deletes has taken the commits away before he looks for announcements. If
 * he finds none, whoever announces later doesn't list these commits. If he finds one, he takes the
 * commits back, held or not, before he deletes the fragments: the file never commits what is gone.
 *
 * <p>Other engines pass over files of that name.
 */
public final class CommitGathering {
  /** An older announcement was left behind by a process that was killed. */
  private static final Duration ABANDONED = Duration.ofHours(1);

  private final Storage storage;
  private final Location announcement;

  private CommitGathering(WritableArray array) {
    this.storage = array.storage();
    String name = FragmentName.create(0, 0, array.writeVersion()).text();
    this.announcement = folder(array).resolve(name + ArrayPaths.PENDING_COMMITS_SUFFIX);
  }

  /** Announces that the commits which are listed from now on are to be gathered in a file. */
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

  /** Whether somebody gathers commits. */
  public static boolean isUnderway(WritableArray array) {
    Storage storage = array.storage();
    Location folder = folder(array);
    return storage.names(folder).stream()
        .filter(name -> name.endsWith(ArrayPaths.PENDING_COMMITS_SUFFIX))
        .anyMatch(name -> !isAbandoned(storage, folder.resolve(name)));
  }

  /**
   * Takes commits of fragments back, if files hold them now, or may do so soon, as somebody gathers
   * commits.
   */
  public static void takeBackHeld(WritableArray array, Set<String> fragments, Tasks tasks) {
    Predicate<String> mayBeHeld =
        isUnderway(array) ? name -> true : CommitFiles.now(array, tasks).heldFragments()::contains;
    List<FragmentName> held =
        fragments.stream()
            .filter(mayBeHeld)
            .flatMap(name -> FragmentName.parse(name).stream())
            .filter(name -> ArrayPaths.commit(name).isPresent())
            .toList();
    if (!held.isEmpty()) {
      takeBack(array, held);
    }
  }

  /** Takes commits back that files hold. */
  public static void takeBack(WritableArray array, Collection<FragmentName> names) {
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

  /** The file is there, or will not be. */
  public void end() {
    try {
      storage.delete(announcement);
    } catch (AzulejoException e) {
      // Until it is old, commits are taken back that nobody gathers; that does no harm.
    }
  }
}
