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
 * A replacement of fragments by new fragments that contain their cells. The new fragments are
 * committed first. Then a vacuum file lists the replaced fragments. In between, both exist. Readers
 * do not notice this, because they count duplicate cells once.
 *
 * <p>Sparse arrays that allow duplicates need more. There, a pending vacuum file is written before
 * the commit and takes effect with it. Only one writer at a time can replace a fragment. Each
 * writer announces its replacement, then looks for other announcements and gives up if it finds
 * one. Therefore at least one of two concurrent writers sees the other.
 */
public final class Replacement implements AutoCloseable {
  /** Age after which an announcement is considered abandoned by a killed writer. */
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
   * Begins a replacement. Must be called before any file of the new fragments is written.
   *
   * @param replaced the fragments to replace; at least one, all visible
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

  /** Returns the line that stands for a fragment in a vacuum file. */
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
            ("fragment %s is being consolidated by another process, according to %s; try again later;"
                    + " if that process has ended, delete the file")
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
   * Replaces the fragments without a deletion, as described for {@link #commit(List, Optional)}.
   */
  public void commit(List<FragmentName> names) {
    commit(names, Optional.empty());
  }

  /**
   * Commits the new fragments and lists the replaced fragments in a vacuum file.
   *
   * @param names the new fragments, whose files are complete and durable; at least one
   * @param deletion a deletion to commit atomically with them
   * @throws AlreadyExistsException if another writer has replaced some of the fragments in the
   *     meantime; nothing was changed, and the new fragments are not needed
   * @throws CommitUnknownException if it is unknown whether the commit happened, or whether the
   *     vacuum file exists; the new fragments must be kept
   * @throws StorageException if nothing was committed, or if the vacuum file cannot be written;
   *     {@link #mayBeCommitted} distinguishes the two
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
   * Creates the vacuum file. A failure does not undo the commit: the file may exist after all, and
   * the replaced fragments may already be vacuumed.
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
        "the fragments were merged, but %s (%s); without the list, %s"
            .formatted(
                known
                    ? "the list of replaced fragments could not be written"
                    : "it is not known whether the list of replaced fragments was written",
                cause.getMessage(),
                exclusive
                    ? "other engines read each cell twice; complete it (azulejo repair --apply)"
                    : "the old fragments stay next to the new one, and each cell is read once; consolidate again");
    return known
        ? new StorageException(message, vacuum.toString(), cause, false)
        : new CommitUnknownException(message, vacuum.toString(), cause);
  }

  /** Returns whether the new fragments are or may be committed. */
  public boolean mayBeCommitted() {
    return committed;
  }

  /**
   * Checks that all replaced fragments are still visible and that the announcement still exists.
   */
  private void requireVisible() {
    Set<String> visible = ListingRetry.attempt(array.location(), this::visible);
    List<FragmentName> gone =
        replaced.stream().filter(name -> !visible.contains(name.text())).toList();
    if (!gone.isEmpty() || storage.find(announcement).isEmpty()) {
      throw new AlreadyExistsException(
          "%s was consolidated or deleted by another process meanwhile; nothing was changed"
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
      cause.addSuppressed(e); // it belongs to an uncommitted fragment and has no effect
    }
  }

  /**
   * Ends the replacement by deleting its announcement. Other writers can then replace the fragments
   * that still exist.
   */
  @Override
  public void close() {
    if (announcement != null) {
      Location announced = announcement;
      announcement = null;
      try {
        storage.delete(announced);
      } catch (AzulejoException e) {
        // Other writers must wait until the announcement is old. Their error message says what to
        // do.
      }
    }
  }
}
