package io.azulejo.internal.maintain;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.ConflictException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitNumbers;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.SnapshotNames;
import io.azulejo.internal.format.Staged;
import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.CommitConsistency;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.ConditionalCommits;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.SnapshotChanges;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A commit of staged fragments, which one process writes and another commits. The commit first
 * checks all fragments, then adds them to the array atomically. Static methods describe and discard
 * staged fragments.
 */
public final class StagedCommit {
  private final WritableArray array;
  private final List<Staged> parts;
  private final Optional<String> id;
  private final Optional<SnapshotNames> onlyIf;
  private final Resources resources;

  /**
   * The result of a commit.
   *
   * @param fragments the names of the committed fragments
   * @param now true if this call committed them, false if an earlier one had done so
   */
  public record Outcome(List<String> fragments, boolean now) {}

  /** The array's files and the names of its committed fragments, before the commit. */
  private record ArrayState(ArrayDirectory directory, Set<String> committed) {}

  private StagedCommit(
      WritableArray array,
      List<Staged> parts,
      Optional<String> id,
      Optional<SnapshotNames> onlyIf,
      Resources resources) {
    this.array = array;
    this.parts = parts;
    this.id = id;
    this.onlyIf = onlyIf;
    this.resources = resources;
  }

  /**
   * Describes the fragments of one completed write, so that another process can commit them.
   *
   * @param names the names of the complete but uncommitted fragments
   */
  public static Staged describe(WritableArray array, List<FragmentName> names, Tasks tasks) {
    List<Fragment> fragments = StagedFiles.of(array, tasks).load(names);
    List<Staged.Part> described = new ArrayList<>();
    for (Fragment fragment : fragments) {
      described.add(
          new Staged.Part(
              fragment.name(),
              fragment.writtenCells(),
              bytes(array.storage().list(fragment.folder())),
              fragment.nonEmptyDomain()));
    }
    return new Staged(
        array.location().toString(),
        array.schemaName(),
        described,
        NonEmptyDomain.of(array.schema().schema(), fragments));
  }

  /**
   * Commits staged fragments atomically. Does nothing if the fragments are already committed, or if
   * a commit with the same id exists.
   *
   * @param parts the staged fragments, one element per writer
   * @param id the id of the commit, if any; must be empty if {@code onlyIf} is present
   * @param onlyIf a snapshot; if present, the commit is rejected if cells have changed since then
   * @param distinct whether the caller knows that no two parts have cells at the same coordinates
   * @param deletion prepares a deletion for the same commit, if any; not called if the id is
   *     already committed
   * @param before receives the fragment files just before the commit; the list may be empty
   * @return the committed fragments, and whether this call committed them
   * @throws InvalidRequestException if the parts do not belong to the array, overlap, or are partly
   *     committed
   * @throws ConflictException if cells have changed since the snapshot
   * @throws NotFoundException if files of a staged fragment are missing
   * @throws CommitUnknownException if it is unknown whether the commit succeeded
   */
  public static Outcome commit(
      WritableArray array,
      List<Staged> parts,
      Optional<String> id,
      Optional<SnapshotNames> onlyIf,
      boolean distinct,
      Supplier<Optional<PreparedDeletion>> deletion,
      Resources resources,
      Consumer<List<Location>> before) {
    return new StagedCommit(array, parts, id, onlyIf, resources).commit(distinct, deletion, before);
  }

  private Outcome commit(
      boolean distinct,
      Supplier<Optional<PreparedDeletion>> deletions,
      Consumer<List<Location>> before) {
    List<FragmentName> names = names();
    if (id.isPresent() || onlyIf.isPresent() || names.size() > 1) {
      requireCommitsFolder(names);
    }
    Optional<Outcome> earlier = id.flatMap(this::earlier);
    if (earlier.isPresent()) {
      return earlier.get();
    }
    Optional<PreparedDeletion> deletion = deletions.get();
    try {
      Outcome outcome = commit(names, deletion, distinct, before);
      if (!outcome.now()) {
        deletion.ifPresent(prepared -> prepared.discard(array));
      }
      return outcome;
    } catch (RuntimeException | Error e) {
      deletion.ifPresent(prepared -> prepared.discardAfter(e, array));
      throw e;
    }
  }

  private Outcome commit(
      List<FragmentName> names,
      Optional<PreparedDeletion> deletion,
      boolean distinct,
      Consumer<List<Location>> before) {
    if (names.isEmpty() && deletion.isEmpty()) {
      return new Outcome(List.of(), false);
    }
    if (names.isEmpty()) {
      before.accept(List.of());
      return publish(names, deletion);
    }
    ArrayState found =
        find(array.storage(), array.location(), array.key(), false, resources.tasks());
    if (names.stream().allMatch(name -> found.committed().contains(name.text()))) {
      return new Outcome(texts(names), false);
    }
    requireUncommitted(names, found.committed());
    requireSchemas(found.directory());
    List<Location> files = files();
    if (parts.stream().filter(part -> !part.fragments().isEmpty()).count() > 1) {
      StagedFiles opened = StagedFiles.of(array, found.directory(), resources.tasks());
      new StagedOverlaps(array, parts, opened, resources).refuse(distinct);
    }
    before.accept(files);
    return publish(names, deletion);
  }

  private Outcome publish(List<FragmentName> names, Optional<PreparedDeletion> deletion) {
    List<FragmentName> all = new ArrayList<>(names);
    deletion.ifPresent(prepared -> all.addAll(prepared.fragments()));
    Optional<CommitsFile.Entry> entry = deletion.map(PreparedDeletion::entry);
    if (onlyIf.isPresent()) {
      publishOnlyIf(onlyIf.get(), all, entry);
    } else if (id.isPresent()) {
      try {
        Commit.fragments(array, all, entry, FragmentName.ofCommit(id.get()));
      } catch (AlreadyExistsException e) {
        return earlier(id.get()).orElseThrow(() -> e);
      }
    } else {
      try {
        Commit.fragments(array, all, entry);
      } catch (AlreadyExistsException e) {
        return new Outcome(texts(all), false); // another caller has just committed the fragments
      }
    }
    return new Outcome(texts(all), true);
  }

  /** Commits under the conditional commit number that follows the snapshot's last one. */
  private void publishOnlyIf(
      SnapshotNames snapshot, List<FragmentName> names, Optional<CommitsFile.Entry> deletion) {
    if (!Location.of(snapshot.location()).equals(array.location())) {
      throw refused(
          "a commit to this array cannot depend on a snapshot of %s"
              .formatted(snapshot.location()));
    }
    refuseChanges(snapshot);
    FragmentName name = CommitNumbers.conditional(snapshot.conditionalCommits() + 1);
    Location file = Commit.place(array, name);
    boolean created = true;
    try {
      Commit.fragments(array, names, deletion, name);
    } catch (AlreadyExistsException e) {
      created = false;
    }
    try {
      if (!created && !isSame(file, names, deletion)) {
        throw conflict("another writer committed a change");
      }
      requireInEffect(file, names, deletion);
    } catch (StorageException e) {
      throw new CommitUnknownException(
          "it is not known whether the change was committed (%s): it was if %s exists and is in effect; repeat the commit"
              .formatted(e.getMessage(), file),
          file.toString(),
          e);
    }
  }

  /**
   * Rejects a commit whose number was already used. This happens if another process commits with
   * the same number after this commit has checked for changes, then consolidates and vacuums that
   * commit. The file of this commit is then not in effect.
   */
  private void requireInEffect(
      Location file, List<FragmentName> names, Optional<CommitsFile.Entry> deletion) {
    if (!ConditionalCommits.of(CommitFiles.listed(array)).isGathered(file)) {
      return;
    }
    Set<String> held = CommitFiles.now(array, resources.tasks()).held().keySet();
    boolean counts =
        names.stream()
                .flatMap(name -> ArrayPaths.commit(name).stream())
                .allMatch(path -> held.contains(ArrayPaths.lastComponent(path)))
            && deletion.stream().allMatch(entry -> held.contains(entry.file()));
    if (counts) {
      return; // this commit itself was consolidated
    }
    if (array.storage().find(file).isEmpty()) {
      throw new CommitUnknownException(
          "it is not known whether the change was committed: commits were consolidated and vacuumed"
              + " meanwhile; open the array again to check",
          array.location().toString());
    }
    Commit.withdraw(array.storage(), file);
    throw conflict("other writers committed changes");
  }

  /** Returns whether a commit file contains exactly these fragments and this deletion. */
  private boolean isSame(
      Location file, List<FragmentName> names, Optional<CommitsFile.Entry> deletion) {
    Set<String> fragments = new HashSet<>();
    Optional<CommitsFile.Entry> other = Optional.empty();
    StructureFiles files = new StructureFiles(array.storage(), array.key());
    List<CommitsFile.Entry> entries;
    try {
      entries = CommitFiles.commits(files, file);
    } catch (NotFoundException e) {
      return false; // consolidated and vacuumed since
    }
    for (CommitsFile.Entry entry : entries) {
      if (entry.content().isPresent()) {
        other = Optional.of(entry);
      } else {
        fragments.add(ArrayPaths.stem(entry.file()));
      }
    }
    return fragments.equals(new HashSet<>(texts(names)))
        && other.map(StagedCommit::time).equals(deletion.map(StagedCommit::time))
        && other
            .flatMap(CommitsFile.Entry::content)
            .equals(deletion.flatMap(CommitsFile.Entry::content));
  }

  private static long time(CommitsFile.Entry deletion) {
    return FragmentName.parse(deletion.file()).orElseThrow().t1();
  }

  private void refuseChanges(SnapshotNames before) {
    long end = before.times().end();
    long now = System.currentTimeMillis();
    TimeRange times =
        new TimeRange(before.times().start(), Long.compareUnsigned(end, now) < 0 ? now : end);
    Snapshot found =
        Snapshot.open(array.storage(), array.location(), times, array.key(), resources.tasks());
    SnapshotChanges changes;
    try {
      changes = new SnapshotChanges(before, found, resources.tasks());
    } catch (NotFoundException e) {
      throw conflict("fragments were consolidated and vacuumed");
    }
    if (!changes.written().isEmpty()) {
      throw conflict("fragment %s was written".formatted(changes.written().get(0)));
    }
    if (!changes.removed().isEmpty()) {
      throw conflict("fragment %s was deleted".formatted(changes.removed().get(0)));
    }
    if (!changes.deletions().isEmpty()) {
      throw conflict("cells were deleted by %s".formatted(changes.deletions().get(0)));
    }
  }

  private ConflictException conflict(String change) {
    return new ConflictException(
        "%s after the snapshot of this commit was opened; nothing was committed; open the array again and repeat the change"
            .formatted(change),
        array.location().toString());
  }

  private static List<String> texts(List<FragmentName> names) {
    return names.stream().map(FragmentName::text).toList();
  }

  /** Returns the names of all fragments. Checks that they belong to this array and are distinct. */
  private List<FragmentName> names() {
    List<FragmentName> names = new ArrayList<>();
    Set<FragmentName> seen = new HashSet<>();
    for (Staged part : parts) {
      if (!Location.of(part.location()).equals(array.location())) {
        throw refused(
            "fragments that were staged for %s cannot be committed to another array"
                .formatted(part.location()));
      }
      for (Staged.Part fragment : part.fragments()) {
        if (!seen.add(fragment.name())) {
          throw refused(
              "fragment %s was passed twice; pass each part once".formatted(fragment.name()));
        }
        names.add(fragment.name());
      }
    }
    return names;
  }

  private void requireCommitsFolder(List<FragmentName> names) {
    array.requireVersion(
        array.writeVersion().splitsDirectories(),
        "commit several fragments at once, or with an id");
    for (FragmentName name : names) {
      if (!name.version().splitsDirectories()) {
        throw refused(
            "fragment %s was staged before the array was upgraded, so it can only be committed alone and without an id; write it again"
                .formatted(name));
      }
    }
  }

  /** Returns the result of an earlier commit with the same id; empty if there is none. */
  private Optional<Outcome> earlier(String id) {
    Location file = Commit.place(array, FragmentName.ofCommit(id));
    if (array.storage().find(file).isEmpty()) {
      return Optional.empty();
    }
    List<String> fragments =
        CommitFiles.commits(new StructureFiles(array.storage(), array.key()), file).stream()
            .filter(entry -> entry.content().isEmpty())
            .map(entry -> ArrayPaths.stem(entry.file()))
            .toList();
    return Optional.of(new Outcome(fragments, false));
  }

  /**
   * Lists an array's files and committed fragments.
   *
   * @param checked whether to reject inconsistent commit lists, which can occur briefly while
   *     another process changes them
   */
  private static ArrayState find(
      Storage storage,
      Location location,
      Optional<EncryptionKey> key,
      boolean checked,
      Tasks tasks) {
    return ListingRetry.attempt(
        location,
        () -> {
          ArrayDirectory directory = ArrayDirectory.list(storage, location, tasks);
          StructureFiles files = new StructureFiles(storage, key);
          StructureFiles ahead = files.ahead(directory.lists(), tasks);
          CommitFiles lists =
              checked
                  ? CommitConsistency.checked(directory, ahead)
                  : CommitFiles.read(directory, ahead);
          Set<String> committed = new HashSet<>(directory.commits());
          committed.addAll(lists.heldFragments());
          return new ArrayState(directory, committed);
        });
  }

  private void requireUncommitted(List<FragmentName> names, Set<String> committed) {
    for (FragmentName name : names) {
      if (committed.contains(name.text())) {
        throw refused(
            "fragment %s is committed already, but others of this commit are not; commit only the others"
                .formatted(name));
      }
    }
  }

  private void requireSchemas(ArrayDirectory directory) {
    for (Staged part : parts) {
      String schema = part.schema();
      if (!(schema.equals(ArrayPaths.SCHEMA_FILE)
          ? directory.hasOldSchema()
          : directory.schemas().contains(schema))) {
        throw refused(
            "staged fragments were written with the schema %s, which no longer exists; write them again"
                .formatted(schema));
      }
    }
  }

  /** Returns the files of all fragments. Checks that no files are missing. */
  private List<Location> files() {
    List<Staged.Part> fragments =
        parts.stream().flatMap(part -> part.fragments().stream()).toList();
    List<Location> folders =
        fragments.stream()
            .map(fragment -> array.location().resolve(ArrayPaths.fragment(fragment.name())))
            .toList();
    Storage storage = array.storage();
    List<List<Storage.Entry>> listings =
        resources.tasks().io(storage.traits().waitingRequests(), folders, storage::list);
    List<Location> files = new ArrayList<>();
    for (int i = 0; i < folders.size(); i++) {
      Location folder = folders.get(i);
      if (bytes(listings.get(i)) != fragments.get(i).bytes()) {
        throw new NotFoundException(
            "files of the staged fragment %s are missing: it was discarded, collected as garbage, or committed and then consolidated and vacuumed; nothing was committed"
                .formatted(folder.name()),
            folder.toString());
      }
      listings.get(i).forEach(entry -> files.add(folder.resolve(entry.name())));
    }
    return files;
  }

  private static long bytes(List<Storage.Entry> entries) {
    return entries.stream().filter(entry -> !entry.folder()).mapToLong(Storage.Entry::size).sum();
  }

  private InvalidRequestException refused(String reason) {
    return new InvalidRequestException(
        reason + "; nothing was committed", array.location().toString());
  }

  /**
   * Deletes staged fragments unless they are committed.
   *
   * @return the names of the fragments that are committed and were therefore kept
   */
  public static List<String> discard(
      Storage storage,
      Location location,
      Optional<EncryptionKey> key,
      List<FragmentName> names,
      Tasks tasks) {
    Set<String> committed = find(storage, location, key, true, tasks).committed();
    List<FragmentName> uncommitted =
        names.stream().filter(name -> !committed.contains(name.text())).toList();
    tasks.io(
        storage.traits().waitingRequests(),
        uncommitted,
        name -> {
          storage.deleteFolder(location.resolve(ArrayPaths.fragment(name)));
          return name;
        });
    return names.stream().map(FragmentName::text).filter(committed::contains).toList();
  }
}
