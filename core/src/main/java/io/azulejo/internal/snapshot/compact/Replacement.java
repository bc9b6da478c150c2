package io.azulejo.internal.snapshot.compact;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.VisibleNames;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Some fragments take the place of others, whose cells they hold. The new ones are committed, then
 * a vacuum file says what they replace. In between both exist, which is not visible: a cell that
 * comes twice counts once.
 *
 * <p>Not so in sparse arrays with duplicates. There a pending vacuum file goes ahead, which counts
 * from the commit on, and only one at a time may replace a fragment: who wants to announces it,
 * then looks for announcements of others, and gives up where there are any. So of two at least one
 * sees the other.
 */
public final class Replacement implements AutoCloseable {
  /** An older announcement was left behind by a writer that was killed. */
  private static final Duration ABANDONED = Duration.ofHours(1);

  private final WritableArray array;
  private final Storage storage;
  private final Tasks tasks;
  private final List<FragmentName> replaced;
  private final byte[] lines;
  private final boolean exclusive;
  private Location announcement;
  private boolean committed;

  private Replacement(
      WritableArray array, Tasks tasks, List<FragmentName> replaced, boolean exclusive) {
    this.array = array;
    this.storage = array.storage();
    this.tasks = tasks;
    this.replaced = replaced;
    this.exclusive = exclusive;
    this.lines =
        NameListFormat.encode(replaced.stream().map(name -> line(array, name)).toList()).toBytes();
  }

  /**
   * Begins, before anything is written.
   *
   * @param replaced fragments that are visible
   * @throws AlreadyExistsException if another writer is about to replace some of them
   */
  public static Replacement begin(WritableArray array, List<FragmentName> replaced, Tasks tasks) {
    boolean exclusive =
        !array.schema().schema().isDense() && array.schema().schema().allowsDuplicates();
    Replacement replacement = new Replacement(array, tasks, replaced, exclusive);
    if (exclusive) {
      try {
        replacement.announce();
      } catch (RuntimeException | Error e) {
        replacement.close();
        throw e;
      }
    }
    return replacement;
  }

  /** What a vacuum file calls a fragment. */
  private static String line(WritableArray array, FragmentName name) {
    return array.writeVersion().hasRelativeVacuumFiles()
        ? "/" + ArrayPaths.fragment(name)
        : array.location().resolve(ArrayPaths.fragment(name)).toString();
  }

  private void announce() {
    FragmentName first = replaced.get(0);
    FragmentName own = FragmentName.create(first.t1(), first.t1(), array.writeVersion());
    announcement = pending(own);
    storage.createExclusive(announcement, lines);
    StructureFiles files = array.files();
    ArrayDirectory directory = ArrayDirectory.list(storage, array.location(), tasks);
    for (ArrayDirectory.NamedFile other : directory.pendingVacuums()) {
      if (!other.location().equals(announcement)
          && !directory.commits().contains(other.name().text())
          && lists(files, other.location())
          && !isAbandoned(other)) {
        throw new AlreadyExistsException(
            ("fragment %s is being consolidated by somebody else, says %s: try again later; if"
                    + " whoever that was is gone, delete the file")
                .formatted(first, other.location()),
            other.location().toString());
      }
    }
  }

  private boolean lists(StructureFiles files, Location other) {
    Set<String> names = new HashSet<>();
    replaced.forEach(name -> names.add(name.text()));
    try {
      return CommitFiles.replaced(files, other).stream().anyMatch(names::contains);
    } catch (NotFoundException e) {
      return false; // the writer that announced it has ended
    }
  }

  private boolean isAbandoned(ArrayDirectory.NamedFile other) {
    long oldest = System.currentTimeMillis() - ABANDONED.toMillis();
    boolean old = storage.modified(other.location()).stream().anyMatch(time -> time < oldest);
    if (old) {
      storage.delete(other.location());
    }
    return old;
  }

  /**
   * Puts fragments in the place of the others; as {@link #commit(List, Optional)} without a
   * deletion.
   */
  public void commit(List<FragmentName> names) {
    commit(names, Optional.empty());
  }

  /**
   * Puts fragments in the place of the others.
   *
   * @param names fragments whose files are complete and durable; at least one
   * @param deletion a deletion that is committed by the same act
   * @throws AlreadyExistsException if another writer has replaced some of the others meanwhile;
   *     nothing was done, and the fragments are not needed
   * @throws CommitUnknownException if it is unknown whether it happened, or whether others know
   *     what is replaced; the fragments are to stay
   * @throws StorageException if it did not happen, or the list of what is replaced cannot be
   *     written: see {@link #mayBeCommitted}
   */
  public void commit(List<FragmentName> names, Optional<CommitsFile.Entry> deletion) {
    Location pending = exclusive ? pending(names.get(0)) : null;
    try {
      if (exclusive) {
        storage.createExclusive(pending, lines);
        requireVisible();
      }
      Commit.fragments(array, names, deletion);
      committed = true;
    } catch (CommitUnknownException e) {
      committed = true;
      throw e;
    } catch (AzulejoException e) {
      if (exclusive) {
        deleteQuietly(pending, e);
      }
      throw e;
    }
    writeVacuumFile(array.location().resolve(ArrayPaths.vacuum(names.get(0))));
  }

  /**
   * Creates the vacuum file. Where that fails nothing is taken back: it may be there after all, and
   * the others may be vacuumed already.
   */
  private void writeVacuumFile(Location vacuum) {
    try {
      storage.createExclusive(vacuum, lines);
    } catch (AzulejoException e) {
      try {
        storage.createExclusive(vacuum, lines);
      } catch (AlreadyExistsException there) {
        return;
      } catch (AzulejoException again) {
        e.addSuppressed(again);
        throw vacuumFileFailed(vacuum, e, isWithoutEffect(e) && isWithoutEffect(again));
      }
    }
  }

  private static boolean isWithoutEffect(AzulejoException e) {
    return e instanceof StorageException failure && failure.withoutEffect();
  }

  private AzulejoException vacuumFileFailed(
      Location vacuum, AzulejoException cause, boolean known) {
    String message =
        "the fragments are merged, but %s (%s); until it is, %s"
            .formatted(
                known
                    ? "what they replace could not be written down"
                    : "it is not known whether what they replace is written down",
                cause.getMessage(),
                exclusive
                    ? "other engines read each cell twice: azulejo repair --apply completes it"
                    : "the old ones stay beside the new one, and each cell counts once: consolidate again");
    return known
        ? new StorageException(message, vacuum.toString(), cause, false)
        : new CommitUnknownException(message, vacuum.toString(), cause);
  }

  /** Whether the fragments are committed, or may be. */
  public boolean mayBeCommitted() {
    return committed;
  }

  /** Whether all others are still visible, and this announcement was not taken for abandoned. */
  private void requireVisible() {
    Set<String> visible = ListingRetry.attempt(array.location(), this::visible);
    List<FragmentName> gone =
        replaced.stream().filter(name -> !visible.contains(name.text())).toList();
    if (!gone.isEmpty() || storage.find(announcement).isEmpty()) {
      throw new AlreadyExistsException(
          "%s was consolidated or deleted by somebody else meanwhile: nothing was changed"
              .formatted(gone.isEmpty() ? "a fragment" : "fragment " + gone.get(0)),
          array.location().toString());
    }
  }

  private Set<String> visible() {
    ArrayDirectory directory = ArrayDirectory.list(storage, array.location(), tasks);
    StructureFiles files = array.files();
    Set<String> names = new HashSet<>();
    VisibleNames.of(directory, files.ahead(directory.lists(), tasks), TimeRange.ALL, true)
        .fragments()
        .forEach(folder -> names.add(folder.name().text()));
    return names;
  }

  private Location pending(FragmentName name) {
    String vacuum = ArrayPaths.vacuum(name);
    return array
        .location()
        .resolve(
            vacuum.substring(0, vacuum.length() - ArrayPaths.VACUUM_SUFFIX.length())
                + ArrayPaths.PENDING_VACUUM_SUFFIX);
  }

  private void deleteQuietly(Location file, AzulejoException cause) {
    try {
      storage.delete(file);
    } catch (AzulejoException e) {
      cause.addSuppressed(e); // it is of a fragment that is not committed, and has no effect
    }
  }

  /** Ends; others may replace the fragments, if they are still there. */
  @Override
  public void close() {
    if (announcement != null) {
      Location announced = announcement;
      announcement = null;
      try {
        storage.delete(announced);
      } catch (AzulejoException e) {
        // Others have to wait until it is old: the message says what to do.
      }
    }
  }
}
