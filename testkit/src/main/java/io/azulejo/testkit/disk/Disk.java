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
 * A disk in memory with a file system on it, which promises no more than this: the bytes of a file
 * survive a loss of power after the file was made durable, the names in a folder after the folder
 * was made durable; what is renamed has its old name or the new one. Until then any change of a
 * name may be lost or not, whatever came before or after it, and of the bytes of a file any part.
 *
 * <p>Operations are counted from 0. Each may fail with an I/O error, or the power may be gone from
 * then on. Making durable what failed to be made so drops it: the disk may not have it, though
 * processes see it and the next attempt succeeds.
 */
public final class Disk {
  /** What is counted; closing is not, and never fails. */
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

    /** Whether it changes what is seen. */
    public boolean changes() {
      return this == MAKE_FOLDER
          || this == CREATE
          || this == WRITE
          || this == LINK
          || this == MOVE
          || this == DELETE;
    }

    /** Whether it makes something durable. */
    public boolean syncs() {
      return this == SYNC || this == SYNC_FOLDER;
    }
  }

  /** What is done of an operation that fails. */
  public enum Done {
    /** Nothing; what was to be made durable is dropped. */
    NOTHING,
    /** The first half of the bytes of a write; nothing of others. */
    HALF,
    /** All, but it is answered by an error. */
    ALL
  }

  /** An operation that was asked for. */
  public record Operation(Kind kind, String path) {
    @Override
    public String toString() {
      return kind + " " + path;
    }
  }

  /** What an operation does. */
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

  /** A disk with the files of a store in memory, all of them durable. */
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

  /** The file system on it. */
  public FileSystem fileSystem() {
    return fileSystem;
  }

  /** Lets one operation fail, that number from now on. */
  public Disk failAt(long operation, Done how) {
    long number = operation + history.size();
    return failWhen(any -> history.size() - 1 == number, how);
  }

  /** Lets the next operation fail that is meant. */
  public synchronized Disk failWhen(Predicate<Operation> which, Done how) {
    trouble = which;
    done = how;
    lasting = false;
    return this;
  }

  /** As {@link #failAt}, and so does all that comes after. */
  public Disk failFrom(long operation, Done how) {
    failAt(operation, how);
    lasting = true;
    return this;
  }

  /** Knows no hard links, as some file systems do. */
  public synchronized Disk withoutLinks() {
    linkless = true;
    return this;
  }

  /** The operations so far, by their numbers. */
  public synchronized List<Operation> history() {
    return List.copyOf(history);
  }

  /** The files and folders that are open. */
  public synchronized List<String> open() {
    return open.stream().map(Object::toString).toList();
  }

  /** What processes see, in a store in memory. */
  public synchronized Storage seen() {
    return found(folder -> folder.names, file -> file.content());
  }

  /** What is on the disk when the power, gone now, is there again. */
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

  /** Does an operation, or lets it fail. */
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

  /** As the JDK does: with the path where it was given one. */
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

  /** Takes the place of a file, not of a folder. */
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
