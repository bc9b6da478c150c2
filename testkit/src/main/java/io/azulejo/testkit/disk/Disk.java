package io.azulejo.testkit.disk;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.disk.DiskNode.Act;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * An in-memory disk whose file system gives only the minimum durability guarantees. After a power
 * loss, the bytes of a file persist if the file was synced, and the names in a folder persist if
 * the folder was synced. A renamed file has either its old or its new name. Any other change of a
 * name may or may not persist, independently of earlier and later changes. Any part of the unsynced
 * bytes may persist.
 *
 * <p>Operations are counted from 0. A test can make one operation fail with an I/O error, or that
 * operation and all later ones. A failed sync drops the changes that it covered: processes still
 * see them, but they may be missing from the disk even if the next sync succeeds.
 */
public final class Disk {
  /** The kinds of operations that are counted. Closing is not counted and never fails. */
  public enum Kind {
    LOOK,
    LIST,
    OPEN,
    READ,
    MAKE_FOLDER,
    CREATE,
    WRITE,
    SYNC,
    SYNC_FOLDER,
    LINK,
    MOVE,
    DELETE;

    /** Returns whether operations of this kind change the state that processes see. */
    public boolean changes() {
      return this == MAKE_FOLDER
          || this == CREATE
          || this == WRITE
          || this == LINK
          || this == MOVE
          || this == DELETE;
    }

    /** Returns whether operations of this kind sync a file or a folder. */
    public boolean syncs() {
      return this == SYNC || this == SYNC_FOLDER;
    }
  }

  /** The part of an operation that is executed before it fails. */
  public enum Done {
    /** Nothing. A sync drops its changes. */
    NOTHING,
    /**
     * The first half of the bytes of a write. A sync drops its changes; other operations do
     * nothing.
     */
    HALF,
    /** Everything, although the operation reports an error. */
    ALL
  }

  /**
   * A recorded operation.
   *
   * @param kind the kind of operation
   * @param path the absolute path of the file or folder; the source for a move
   */
  public record Operation(Kind kind, String path) {
    @Override
    public String toString() {
      return kind + " " + path;
    }
  }

  /** The effect of an operation on the disk. */
  private interface Effect<T> {
    T done() throws IOException;
  }

  private final FileSystem fileSystem = new DiskFileSystem(this);
  private final DiskNode root = DiskNode.folder();
  private final List<Operation> history = new ArrayList<>();
  private final List<Object> open = new ArrayList<>();
  private Predicate<Operation> trouble = operation -> false;
  private Done done = Done.NOTHING;
  private boolean lasting;
  private boolean broken;
  private boolean linkless;

  /** Creates a disk that holds the files of an in-memory store. All of them are synced. */
  public static Disk of(Storage memory) {
    Disk disk = new Disk();
    for (Location file : StoredFiles.below(memory, StoredFiles.MEMORY)) {
      disk.put("/" + file.path(), StoredFiles.content(memory, file));
    }
    return disk;
  }

  private void put(String path, byte[] content) {
    DiskNode folder = root;
    String[] names = path.substring(1).split("/");
    for (int i = 0; i < names.length - 1; i++) {
      DiskNode next = folder.names.get(names[i]);
      if (next == null) {
        next = DiskNode.folder();
        folder.change(new Act(), names[i], next);
        folder.sync();
      }
      folder = next;
    }
    DiskNode file = DiskNode.file();
    file.append(content, content.length);
    file.sync();
    folder.change(new Act(), names[names.length - 1], file);
    folder.sync();
  }

  /** Returns the file system of this disk. It always returns the same instance. */
  public FileSystem fileSystem() {
    return fileSystem;
  }

  /**
   * Makes one operation fail. Replaces an earlier request for a failure.
   *
   * @param operation the number of the operation, counted from the next one (0)
   * @param how the part of the operation that is executed
   * @return this disk
   */
  public Disk failAt(long operation, Done how) {
    long number = operation + history.size();
    return failWhen(any -> history.size() - 1 == number, how);
  }

  /**
   * Makes the next operation that matches a predicate fail. Replaces an earlier request for a
   * failure.
   *
   * @param which selects the operation
   * @param how the part of the operation that is executed
   * @return this disk
   */
  public synchronized Disk failWhen(Predicate<Operation> which, Done how) {
    trouble = which;
    done = how;
    lasting = false;
    return this;
  }

  /**
   * Makes one operation and all later ones fail. The later ones have no effect.
   *
   * @param operation the number of the first operation to fail, counted from the next one (0)
   * @param how the part of the first operation that is executed
   * @return this disk
   */
  public Disk failFrom(long operation, Done how) {
    failAt(operation, how);
    lasting = true;
    return this;
  }

  /** Makes this disk reject hard links, as some file systems do, and returns the disk. */
  public synchronized Disk withoutLinks() {
    linkless = true;
    return this;
  }

  /** Returns all operations so far, in order. The index is the number of the operation. */
  public synchronized List<Operation> history() {
    return List.copyOf(history);
  }

  /** Returns the paths of all open files and folder listings. */
  public synchronized List<String> open() {
    return open.stream().map(Object::toString).toList();
  }

  /** Returns the files that processes currently see, as a new in-memory store. */
  public synchronized Storage seen() {
    return found(folder -> folder.names, file -> file.content());
  }

  /**
   * Returns the files that would be found after a power loss, as a new in-memory store. The disk
   * itself does not change.
   */
  public synchronized Storage after(PowerLoss loss) {
    PowerLoss.Fates fates = loss.fates();
    Map<Act, Boolean> acts = new IdentityHashMap<>();
    Map<DiskNode, byte[]> files = new IdentityHashMap<>();
    return found(
        folder -> folder.after(act -> acts.computeIfAbsent(act, a -> fates.isDone())),
        file -> files.computeIfAbsent(file, f -> f.after(fates.bytes())));
  }

  private interface Names {
    Map<String, DiskNode> of(DiskNode folder);
  }

  private interface Content {
    byte[] of(DiskNode file);
  }

  private Storage found(Names names, Content content) {
    Storage found = Storage.inMemory();
    find("", root, names, content, found);
    return found;
  }

  private static void find(
      String path, DiskNode folder, Names names, Content content, Storage found) {
    names
        .of(folder)
        .forEach(
            (name, node) -> {
              String below = path.isEmpty() ? name : path + "/" + name;
              if (node.isFolder()) {
                find(below, node, names, content, found);
              } else {
                found.createExclusive(Location.of("mem://" + below), content.of(node));
              }
            });
  }

  synchronized void opened(Object channel) {
    open.add(channel);
  }

  synchronized void closed(Object channel) {
    open.removeIf(other -> other == channel);
  }

  /**
   * Records an operation and executes it, or makes it fail.
   *
   * @param whole executes the operation
   * @param half executes the first half of it
   * @param nothing the effect of a failure before the operation is executed
   */
  private synchronized <T> T operate(
      Kind kind, DiskPath path, Effect<T> whole, Effect<?> half, Effect<?> nothing)
      throws IOException {
    Operation operation = new Operation(kind, path.toString());
    history.add(operation);
    if (broken) {
      throw failure(kind, path);
    }
    if (!trouble.test(operation)) {
      return whole.done();
    }
    trouble = other -> false;
    broken = lasting;
    switch (done) {
      case NOTHING -> nothing.done();
      case HALF -> half.done();
      case ALL -> whole.done();
    }
    throw failure(kind, path);
  }

  private <T> T operate(Kind kind, DiskPath path, Effect<T> whole) throws IOException {
    return operate(kind, path, whole, () -> null, () -> null);
  }

  /** Creates the exception that the JDK would throw. It names the path only if the JDK's does. */
  private static IOException failure(Kind kind, DiskPath path) {
    String reason = "Input/output error";
    return kind == Kind.READ || kind == Kind.WRITE || kind.syncs()
        ? new IOException(reason)
        : new FileSystemException(path.toString(), null, reason);
  }

  private DiskNode lookUp(DiskPath path) throws NoSuchFileException {
    DiskNode node = root;
    for (var name : path.names()) {
      node = node.isFolder() ? node.names.get(name.toString()) : null;
      if (node == null) {
        throw new NoSuchFileException(path.toString());
      }
    }
    return node;
  }

  private DiskNode folderOf(DiskPath path) throws IOException {
    DiskPath parent = path.getParent();
    if (parent == null) {
      throw new FileSystemException(path.toString(), null, "Is a directory");
    }
    DiskNode folder = lookUp(parent);
    if (!folder.isFolder()) {
      throw new FileSystemException(path.toString(), null, "Not a directory");
    }
    return folder;
  }

  private DiskNode folderWithout(DiskPath path) throws IOException {
    DiskNode folder = folderOf(path);
    if (folder.names.containsKey(name(path))) {
      throw new FileAlreadyExistsException(path.toString());
    }
    return folder;
  }

  private static String name(DiskPath path) {
    return path.getFileName().toString();
  }

  DiskNode look(DiskPath path) throws IOException {
    return operate(Kind.LOOK, path, () -> lookUp(path));
  }

  long size(DiskPath path, DiskNode file) throws IOException {
    return operate(Kind.LOOK, path, () -> (long) file.size());
  }

  List<String> list(DiskPath path) throws IOException {
    return operate(
        Kind.LIST,
        path,
        () -> {
          DiskNode folder = lookUp(path);
          if (!folder.isFolder()) {
            throw new NotDirectoryException(path.toString());
          }
          return List.copyOf(folder.names.keySet());
        });
  }

  FileChannel open(DiskPath path) throws IOException {
    DiskNode node = operate(Kind.OPEN, path, () -> lookUp(path));
    return new DiskChannel(this, path, node);
  }

  FileChannel create(DiskPath path) throws IOException {
    DiskNode made =
        operate(
            Kind.CREATE,
            path,
            () -> {
              DiskNode file = DiskNode.file();
              folderWithout(path).change(new Act(), name(path), file);
              return file;
            });
    return new DiskChannel(this, path, made);
  }

  void makeFolder(DiskPath path) throws IOException {
    operate(
        Kind.MAKE_FOLDER,
        path,
        () -> {
          folderWithout(path).change(new Act(), name(path), DiskNode.folder());
          return null;
        });
  }

  void link(DiskPath path, DiskPath existing) throws IOException {
    operate(
        Kind.LINK,
        path,
        () -> {
          if (linkless) {
            throw new FileSystemException(path.toString(), null, "Operation not permitted");
          }
          folderWithout(path).change(new Act(), name(path), lookUp(existing));
          return null;
        });
  }

  /** Moves a file or folder. Replaces an existing file at the target, but not a folder. */
  void move(DiskPath from, DiskPath to) throws IOException {
    operate(
        Kind.MOVE,
        from,
        () -> {
          DiskNode node = lookUp(from);
          DiskNode there = folderOf(to).names.get(name(to));
          if (there == node) {
            return null;
          }
          if (there != null && there.isFolder()) {
            throw new DirectoryNotEmptyException(to.toString());
          }
          Act act = new Act();
          folderOf(from).change(act, name(from), null);
          folderOf(to).change(act, name(to), node);
          return null;
        });
  }

  void delete(DiskPath path) throws IOException {
    operate(
        Kind.DELETE,
        path,
        () -> {
          DiskNode node = lookUp(path);
          if (node.isFolder() && !node.names.isEmpty()) {
            throw new DirectoryNotEmptyException(path.toString());
          }
          folderOf(path).change(new Act(), name(path), null);
          return null;
        });
  }

  int read(DiskPath path, DiskNode file, ByteBuffer target, long at) throws IOException {
    return operate(
        Kind.READ,
        path,
        () -> {
          if (file.isFolder()) {
            throw new IOException("Is a directory");
          }
          if (at >= file.size()) {
            return -1;
          }
          int length = (int) Math.min(target.remaining(), file.size() - at);
          target.put(file.bytes(), (int) at, length);
          return length;
        });
  }

  int append(DiskPath path, DiskNode file, ByteBuffer source) throws IOException {
    return operate(
        Kind.WRITE,
        path,
        () -> append(file, source, source.remaining()),
        () -> append(file, source, source.remaining() / 2),
        () -> null);
  }

  private static int append(DiskNode file, ByteBuffer source, int length) {
    byte[] bytes = new byte[length];
    source.get(bytes);
    file.append(bytes, length);
    return length;
  }

  void sync(DiskPath path, DiskNode node) throws IOException {
    Effect<Void> drop =
        () -> {
          node.drop();
          return null;
        };
    operate(
        node.isFolder() ? Kind.SYNC_FOLDER : Kind.SYNC,
        path,
        () -> {
          node.sync();
          return null;
        },
        drop,
        drop);
  }
}
