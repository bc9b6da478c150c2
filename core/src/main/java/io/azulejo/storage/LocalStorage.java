package io.azulejo.storage;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Files of the local file system. Symbolic links are followed, except by {@link #deleteFolder},
 * which removes the link alone.
 *
 * <p>A file in the making lies under its final name from {@link #create} on: an array does not look
 * at it before it is committed. What {@link #createExclusive} makes is seen whole or not at all.
 */
public final class LocalStorage implements Storage {
  /** Folders in which a reader of the array or group takes every file for one of the format's. */
  private static final Set<String> NO_STRANGERS =
      Set.of("__schema", "__fragment_meta", "__group", "__meta");

  /** The local file system. */
  public LocalStorage() {}

  @Override
  public InputFile open(Location file) {
    Path path = path(file);
    try {
      return new LocalInputFile(file, path, FileChannel.open(path, StandardOpenOption.READ));
    } catch (IOException e) {
      if (liesBelowFile(path)) {
        throw new NotFoundException("there is no file " + file, file.toString(), e);
      }
      throw failed("open", file, e);
    }
  }

  @Override
  public OutputFile create(Location file) {
    Path path = path(file);
    List<Path> changed = makeParents(file, path);
    try {
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      return new LocalOutputFile(file, path, channel, changed);
    } catch (IOException e) {
      throw failed("create", file, e);
    }
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    Path path = path(file);
    List<Path> changed = makeParents(file, path);
    try {
      if (content.length == 0) {
        write(path, content);
      } else {
        createWhole(path, content);
      }
      for (Path folder : changed) {
        synchronize(folder);
      }
    } catch (IOException e) {
      throw failed("create", file, e);
    }
  }

  private static void createWhole(Path path, byte[] content) throws IOException {
    Path folder = path.getParent();
    boolean aside =
        folder.getFileName() != null
            && folder.getParent() != null
            && NO_STRANGERS.contains(folder.getFileName().toString());
    String name = ".%016x.tmp".formatted(ThreadLocalRandom.current().nextLong());
    Path temporary = (aside ? folder.getParent() : folder).resolve(name);
    try {
      write(temporary, content);
      publish(temporary, path);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void publish(Path temporary, Path path) throws IOException {
    try {
      Files.createLink(path, temporary);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      // A file system without hard links: the best that is left.
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(path.toString());
      }
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static void write(Path path, byte[] content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  @Override
  public List<Entry> list(Location folder) {
    List<Entry> entries = new ArrayList<>();
    visit(folder, child -> entry(child).ifPresent(entries::add));
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  @Override
  public List<String> names(Location folder) {
    List<String> names = new ArrayList<>();
    visit(folder, child -> names.add(child.getFileName().toString()));
    Collections.sort(names);
    return names;
  }

  private interface Visitor {
    void visit(Path child) throws IOException;
  }

  private static void visit(Location folder, Visitor visitor) {
    Path path = path(folder);
    try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
      for (Path child : children) {
        visitor.visit(child);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      // Nothing lies in a folder that is not there.
    } catch (DirectoryIteratorException e) {
      throw failed("list", folder, e.getCause());
    } catch (IOException e) {
      if (!liesBelowFile(path)) {
        throw failed("list", folder, e);
      }
    }
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    Path path = path(fileOrFolder);
    try {
      return entry(path);
    } catch (IOException e) {
      if (liesBelowFile(path)) {
        return Optional.empty();
      }
      throw failed("look at", fileOrFolder, e);
    }
  }

  /** What is there; nothing too for a link that leads nowhere. */
  private static Optional<Entry> entry(Path path) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      Path name = path.getFileName();
      boolean folder = attributes.isDirectory();
      return Optional.of(
          new Entry(name == null ? "" : name.toString(), folder, folder ? 0 : attributes.size()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public void delete(Location file) {
    Path path = path(file);
    try {
      if (!Files.isDirectory(path)) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      if (!liesBelowFile(path)) {
        throw failed("delete", file, e);
      }
    }
  }

  @Override
  public void deleteFolder(Location folder) {
    Path path = path(folder);
    if (!Files.isDirectory(path)) {
      return;
    }
    try {
      Files.walkFileTree(
          path,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
              }
              throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException e)
                throws IOException {
              if (e != null) {
                throw e;
              }
              Files.deleteIfExists(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw failed("delete", folder, e);
    }
  }

  /** Makes the folders above a file; returns those whose entries must be made durable with it. */
  private static List<Path> makeParents(Location file, Path path) {
    Deque<Path> changed = new ArrayDeque<>();
    Path folder = path.getParent();
    if (folder == null) {
      throw new InvalidRequestException("the root is no name for a file", file.toString());
    }
    changed.addFirst(folder);
    while (!Files.isDirectory(folder) && folder.getParent() != null) {
      folder = folder.getParent();
      changed.addFirst(folder);
    }
    try {
      Files.createDirectories(path.getParent());
    } catch (FileAlreadyExistsException e) {
      throw new StorageException(
          "cannot create %s: a file is where a folder should be, at %s"
              .formatted(file, e.getFile()),
          file.toString(),
          e,
          false);
    } catch (IOException e) {
      throw failed("create the folder of", file, e);
    }
    return List.copyOf(changed);
  }

  /** Makes the names in a folder durable, where the platform lets a folder be opened. */
  static void synchronize(Path folder) throws IOException {
    FileChannel channel;
    try {
      channel = FileChannel.open(folder, StandardOpenOption.READ);
    } catch (AccessDeniedException e) {
      // Windows, where names are durable without, or a folder that may be written but not read.
      return;
    }
    try (channel) {
      channel.force(true);
    }
  }

  /** Whether something above the path is a file, so that nothing can be there. */
  private static boolean liesBelowFile(Path path) {
    for (Path above = path.getParent(); above != null; above = above.getParent()) {
      if (Files.isRegularFile(above)) {
        return true;
      }
    }
    return false;
  }

  private static Path path(Location location) {
    try {
      return location.toPath();
    } catch (InvalidPathException e) {
      throw new InvalidRequestException(
          ("\"%s\" can't be a name in this file system (%s); if it has letters beyond ASCII, use a"
                  + " UTF-8 locale or start Java with -Dsun.jnu.encoding=UTF-8")
              .formatted(location, e.getReason()),
          location.toString(),
          e);
    }
  }

  /** The exception of this engine for one of the JDK. */
  static RuntimeException failed(String act, Location location, IOException e) {
    String place = location.toString();
    if (e instanceof NoSuchFileException) {
      return new NotFoundException("there is no file " + place, place, e);
    }
    if (e instanceof FileAlreadyExistsException) {
      return new AlreadyExistsException(
          "there is a file or folder " + place + " already", place, e);
    }
    if (e instanceof ClosedByInterruptException) {
      return new StorageException(
          "interrupted while it was to %s %s".formatted(act, place), place, e, false);
    }
    boolean denied = e instanceof AccessDeniedException;
    String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
    if (denied) {
      reason = "permission denied";
    } else if (reason == null) {
      reason = e.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
    return new StorageException(
        "cannot %s %s: %s".formatted(act, place, reason), place, e, !denied);
  }
}
