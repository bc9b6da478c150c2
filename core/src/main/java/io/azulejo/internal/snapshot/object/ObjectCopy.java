package io.azulejo.internal.snapshot.object;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.Listing;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.internal.snapshot.VisibleNames;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Copies arrays and groups while others may write to them. The copy contains what was committed
 * when the copy started. The files that turn a folder into an array or a group are copied last.
 * Until then, the target does not exist for readers. If a copy fails, it deletes the files that it
 * created.
 */
public final class ObjectCopy {
  /** Maximum number of bytes that the copy of a single file holds in memory. */
  private static final long HELD = MemoryBudget.ALWAYS;

  /** Maximum number of files in a batch. */
  private static final int FILES = 256;

  private final Storage source;
  private final Storage target;
  private final Location to;
  private final Tasks tasks;
  private final Progress progress;
  private final ConcurrentLinkedQueue<Location> created = new ConcurrentLinkedQueue<>();
  private final List<Piece> data = new ArrayList<>();
  private final List<Piece> small = new ArrayList<>();
  private final List<Piece> last = new ArrayList<>();

  /** A file to copy. */
  private record Piece(Location from, Location to, long size) {}

  /** The marker file that distinguishes an unfinished copy from other folders. */
  private final Location marker;

  /** The missing folders above the target, which are created with it. */
  private final List<Location> newAbove = new ArrayList<>();

  /** Whether a part of the copy may be visible to readers. */
  private boolean visible;

  /** Whether it is unknown if a part of the copy is visible. In this case nothing is deleted. */
  private boolean unknown;

  private ObjectCopy(Storage source, Storage target, Location to, Tasks tasks, Progress progress) {
    this.source = source;
    this.target = target;
    this.to = to;
    this.marker = to.resolve(ObjectRemoval.COPY_MARKER);
    this.tasks = tasks;
    this.progress = progress;
  }

  /**
   * Copies an array, or a group with all arrays and groups in its folder.
   *
   * @param budget limits the memory for files in transit
   * @param progress called with the number of bytes copied so far
   * @throws NotFoundException if the source is neither an array nor a group
   * @throws AlreadyExistsException if the target is not empty
   */
  public static void copy(
      Storage source,
      Location from,
      Storage target,
      Location to,
      Tasks tasks,
      MemoryBudget budget,
      Progress progress) {
    requireFree(from, target, to);
    ObjectCopy copy = new ObjectCopy(source, target, to, tasks, progress);
    copy.plan(from, "copied");
    copy.run(budget);
  }

  /**
   * A file of an array or a group.
   *
   * @param file the location of the file
   * @param size the size of the file in bytes; 0 if it was not listed, as for most small files
   */
  record Source(Location file, long size) {}

  /**
   * Returns the files that a copy of an array or a group contains. The files that make it visible
   * come last.
   *
   * @throws NotFoundException if the location is neither an array nor a group
   */
  static List<Source> files(Storage source, Location from, Tasks tasks) {
    ObjectCopy plan = new ObjectCopy(source, source, from, tasks, Progress.NONE);
    plan.plan(from, "packed");
    return Stream.of(plan.data, plan.small, plan.last)
        .flatMap(List::stream)
        .map(piece -> new Source(piece.from, piece.size))
        .toList();
  }

  private void plan(Location from, String done) {
    switch (ObjectKind.at(source, from)) {
      case ARRAY -> planArray(from, to);
      case GROUP -> planGroup(from, to, List.of());
      case NONE ->
          throw NotFoundException.ofObject(
              "%s is neither an array nor a group; only arrays and groups can be %s"
                  .formatted(from, done),
              from.toString());
    }
  }

  /**
   * Checks that a target is empty and not inside the object to copy or move.
   *
   * @throws InvalidRequestException if the target is inside the object
   * @throws AlreadyExistsException if the target is not empty
   */
  public static void requireFree(Location from, Storage target, Location to) {
    if (to.equals(from)
        || (to.scheme().equals(from.scheme()) && to.path().startsWith(from.path() + "/"))) {
      throw new InvalidRequestException(
          "%s cannot be copied or moved into itself, to %s".formatted(from, to), from.toString());
    }
    if (target.find(to).filter(entry -> !entry.folder()).isPresent()
        || !target.names(to).isEmpty()) {
      throw new AlreadyExistsException(
          (ObjectRemoval.isRemains(target, to)
                  ? "an interrupted copy, repack or removal left files at %s; remove them (azulejo rm), or choose another location"
                  : "%s already exists; choose another location, or remove it first")
              .formatted(to),
          to.toString());
    }
  }

  /**
   * Moves an array or a group atomically, if the store supports this.
   *
   * @return whether the object was moved; false if there is no object or if the store cannot move
   *     it
   * @throws CommitUnknownException if it is unknown whether the object was moved
   */
  public static boolean tryMove(Storage storage, Location from, Location to) {
    if (ObjectKind.at(storage, from) == ObjectKind.NONE) {
      return false;
    }
    try {
      return storage.tryMove(from, to);
    } catch (StorageException e) {
      if (e.withoutEffect()) {
        throw e;
      }
      throw new CommitUnknownException(
          "it is not known whether %s was moved (%s): it was if %s exists"
              .formatted(from, e.getMessage(), to),
          to.toString(),
          e);
    }
  }

  private void planArray(Location from, Location to) {
    ArrayDirectory directory = ArrayDirectory.list(source, from, tasks);
    // Commit files are never encrypted, and no other files are read.
    StructureFiles files = new StructureFiles(source, Optional.empty());
    List<ArrayDirectory.FragmentFolder> fragments =
        VisibleNames.withReplaced(
                directory, files.ahead(directory.lists(), tasks), TimeRange.ALL, true)
            .fragments();
    ObjectFiles there = ObjectFiles.of(source, from); // after the commits that need these files
    for (ArrayDirectory.FragmentFolder fragment : fragments) {
      String path = ArrayPaths.fragment(fragment.name());
      plan(data, there, from.resolve(path), to.resolve(path));
    }
    List<Location> commits = new ArrayList<>(directory.consolidatedCommits());
    commits.addAll(directory.ignores());
    directory.deletes().forEach(file -> commits.add(file.location()));
    directory.vacuums().forEach(file -> commits.add(file.location()));
    directory.consolidatedFooters().forEach(file -> commits.add(file.location()));
    for (ArrayDirectory.FragmentFolder fragment : fragments) {
      ArrayPaths.commit(fragment.name())
          .filter(file -> directory.commits().contains(fragment.name().text()))
          .ifPresent(file -> commits.add(from.resolve(file)));
    }
    for (String name : directory.metadata()) {
      commits.add(from.resolve(ArrayPaths.METADATA_FOLDER).resolve(name));
    }
    String enumerations = ArrayPaths.SCHEMA_FOLDER + "/" + ArrayPaths.ENUMERATIONS_FOLDER;
    there.entries(from.resolve(enumerations)).stream()
        .map(entry -> from.resolve(enumerations).resolve(entry.name()))
        .forEach(commits::add);
    for (Location file : commits) {
      small.add(piece(file, from, to));
    }
    for (Storage.Entry label : there.entries(from.resolve(ArrayPaths.LABELS_FOLDER))) {
      String path = ArrayPaths.LABELS_FOLDER + "/" + label.name();
      if (ObjectKind.at(source, from.resolve(path)) == ObjectKind.ARRAY) {
        planArray(from.resolve(path), to.resolve(path));
      }
    }
    List<String> schemas = new ArrayList<>(directory.schemas());
    Collections.sort(schemas, Collections.reverseOrder());
    for (String name : schemas) {
      last.add(piece(from.resolve(ArrayPaths.SCHEMA_FOLDER).resolve(name), from, to));
    }
    if (directory.hasOldSchema()) {
      last.add(piece(from.resolve(ArrayPaths.SCHEMA_FILE), from, to));
    }
  }

  private static Piece piece(Location file, Location from, Location to) {
    String path = file.path().substring(from.path().length());
    return new Piece(file, to.resolve(path), 0);
  }

  /**
   * Plans the copy of a group and of everything in its folder.
   *
   * @param above the folders on the path to the group, with links resolved
   */
  private void planGroup(Location from, Location to, List<Location> above) {
    List<Location> way = entered(from, above);
    List<Piece> own = new ArrayList<>();
    ObjectFiles single = ObjectFiles.single(source);
    for (String folder : List.of(ArrayPaths.METADATA_FOLDER, ArrayPaths.GROUP_FOLDER)) {
      plan(own, single, from.resolve(folder), to.resolve(folder));
    }
    boolean marked = false;
    for (Storage.Entry entry : source.list(from)) {
      if (entry.name().equals(ArrayPaths.GROUP_FILE)) {
        marked = true;
      } else if (!entry.name().startsWith("__")) {
        planAny(entry, from.resolve(entry.name()), to.resolve(entry.name()), way);
      }
    }
    last.addAll(own);
    if (marked) {
      last.add(piece(from.resolve(ArrayPaths.GROUP_FILE), from, to));
    }
  }

  private void planAny(Storage.Entry entry, Location from, Location to, List<Location> above) {
    if (!entry.folder()) {
      data.add(new Piece(from, to, entry.size()));
      return;
    }
    switch (ObjectKind.at(source, from)) {
      case ARRAY -> planArray(from, to);
      case GROUP -> planGroup(from, to, above);
      case NONE -> {
        List<Location> way = entered(from, above);
        for (Storage.Entry inner : source.list(from)) {
          planAny(inner, from.resolve(inner.name()), to.resolve(inner.name()), way);
        }
      }
    }
  }

  private List<Location> entered(Location folder, List<Location> above) {
    Location real = source.resolveLinks(folder);
    if (Listing.isCyclicLink(real, above)) {
      throw new InvalidRequestException(
          "%s is a link that leads back to %s, so copying it would never end; remove the link first"
              .formatted(folder, real),
          folder.toString());
    }
    List<Location> way = new ArrayList<>(above);
    way.add(real);
    return way;
  }

  /** Plans the copy of all files directly in a folder. */
  private static void plan(List<Piece> pieces, ObjectFiles there, Location from, Location to) {
    for (Storage.Entry entry : there.entries(from)) {
      if (!entry.folder()) {
        pieces.add(new Piece(from.resolve(entry.name()), to.resolve(entry.name()), entry.size()));
      }
    }
  }

  private void run(MemoryBudget budget) {
    for (Location folder = to.parent();
        target.traits().hasFolders()
            && !folder.equals(folder.parent())
            && target.find(folder).isEmpty();
        folder = folder.parent()) {
      newAbove.add(folder);
    }
    try {
      mark();
      copyData(budget);
      tasks.io(requests(), small, this::whole);
      last.forEach(this::publish);
      target.delete(marker);
    } catch (RuntimeException | Error e) {
      discard(e);
      throw e;
    }
  }

  /** Marks the target, so that the remains of a killed copy can be recognized. */
  private void mark() {
    created.add(marker);
    target.createExclusive(marker, new byte[0]);
  }

  /** Returns the number of concurrent requests: the larger number of the two stores. */
  private int requests() {
    return Math.max(source.traits().waitingRequests(), target.traits().waitingRequests());
  }

  /** Copies the data files as concurrently as memory allows. */
  private void copyData(MemoryBudget budget) {
    long total = data.stream().mapToLong(Piece::size).sum();
    long most = Math.max(HELD, budget.capacity() / 4);
    AtomicLong done = new AtomicLong();
    int from = 0;
    while (from < data.size()) {
      int end = from;
      long bytes = 0;
      while (end < data.size() && end - from < FILES && bytes + held(data.get(end)) <= most) {
        bytes += held(data.get(end++));
      }
      MemoryBudget.Lease lease = budget.lease(bytes);
      try {
        tasks.io(requests(), data.subList(from, end), piece -> stream(piece, done));
      } finally {
        lease.close();
      }
      progress.advanced(done.get(), total);
      from = end;
    }
  }

  private static long held(Piece piece) {
    return Math.min(piece.size, HELD);
  }

  /**
   * Tries to copy a file inside the store. Returns false if source and target are different stores
   * or if the store does not support this.
   */
  private boolean isCopiedWithin(Piece piece) {
    boolean copied;
    try {
      copied = source == target && source.tryCopy(piece.from, piece.to);
    } catch (StorageException e) {
      if (!e.withoutEffect()) {
        created.add(piece.to);
      }
      throw e;
    }
    if (copied) {
      created.add(piece.to);
    }
    return copied;
  }

  /** Copies a file of any size. The file is invisible until another file refers to it. */
  private Object stream(Piece piece, AtomicLong done) {
    if (isCopiedWithin(piece)) {
      done.addAndGet(piece.size);
      return piece;
    }
    try (OutputFile file = target.create(piece.to)) {
      created.add(piece.to);
      source.copy(piece.from, file);
      file.commit();
      done.addAndGet(file.size());
    }
    return piece;
  }

  /** Copies a small file, which may be visible immediately. */
  private Object whole(Piece piece) {
    if (isCopiedWithin(piece)) {
      return piece;
    }
    byte[] content = content(piece);
    try {
      target.createExclusive(piece.to, content);
    } catch (StorageException e) {
      if (!e.withoutEffect()) {
        created.add(piece.to);
      }
      throw e;
    }
    created.add(piece.to);
    return piece;
  }

  private byte[] content(Piece piece) {
    try (InputFile file = source.open(piece.from)) {
      byte[] content = new byte[Math.toIntExact(file.size())];
      file.read(0, content, 0, content.length);
      return content;
    }
  }

  /**
   * Copies a file that makes an object visible. If the outcome is unknown, nothing is deleted
   * later.
   */
  private void publish(Piece piece) {
    try {
      Commit.publish(target, piece.to, content(piece));
      visible = true;
      created.add(piece.to);
    } catch (CommitUnknownException e) {
      created.clear();
      unknown = true;
      throw e;
    }
  }

  /**
   * Deletes the created files and folders after a failure. Files that make an object visible are
   * deleted first, the marker is deleted last.
   */
  private void discard(Throwable failure) {
    if (unknown) {
      return;
    }
    List<Location> files = new ArrayList<>(created);
    Collections.reverse(files);
    Set<Location> naming = last.stream().map(Piece::to).collect(Collectors.toSet());
    try {
      files.stream().filter(naming::contains).forEach(target::delete);
      files.removeIf(file -> naming.contains(file) || file.equals(marker));
      target.delete(files);
      target.delete(marker);
      folders().forEach(target::deleteEmptyFolder);
    } catch (AzulejoException e) {
      failure.addSuppressed(e);
      if (visible) {
        throw new CommitUnknownException(
            "the copy failed (%s), and the partial copy could not be deleted (%s); remove what is left at %s"
                .formatted(failure.getMessage(), e.getMessage(), to),
            to.toString(),
            failure);
      }
    }
  }

  /** Returns the folders of all files to copy, inner folders first. */
  private List<Location> folders() {
    Set<Location> folders = new LinkedHashSet<>(newAbove);
    folders.add(to);
    for (List<Piece> pieces : List.of(data, small, last)) {
      for (Piece piece : pieces) {
        Location folder = piece.to.parent();
        while (folders.add(folder)) {
          folder = folder.parent();
        }
      }
    }
    List<Location> deepestFirst = new ArrayList<>(folders);
    deepestFirst.sort(
        Comparator.comparingInt((Location folder) -> folder.path().length()).reversed());
    return deepestFirst;
  }
}
