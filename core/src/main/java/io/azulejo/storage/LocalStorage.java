package io.azulejo.storage;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store of files in the local file system. Symbolic links are followed, except by {@link
 * #deleteFolder}, which deletes the link.
 *
 * <p>{@link #create} writes a file under its final name, and arrays ignore it until it is
 * committed. {@link #createExclusive} writes the content to a temporary file and links it to the
 * final name, so that readers see the whole file or nothing. Temporary files have names that end in
 * {@code .tmp} and lie in folders whose readers ignore them. If the process is killed, the
 * temporary file remains.
 *
 * <p>On a file system without hard links, {@link #createExclusive} checks that the name is free and
 * then moves the file. Concurrent callers with the same name may then all succeed.
 */
final class LocalStorage implements Storage {
  /** The file system that contains the files; null for the default file system. */
  private final @Nullable FileSystem fileSystem;

  private final Durability durability;
  private final DurableFolders folders;

  /** Creates a store in the default file system. */
  LocalStorage(Durability durability) {
    this(null, durability, new DurableFolders(System::currentTimeMillis));
  }

  /** Creates a store in another file system. The scheme of locations is then ignored. */
  LocalStorage(@Nullable FileSystem fileSystem, Durability durability, DurableFolders folders) {
    this.fileSystem = fileSystem;
    this.durability = durability;
    this.folders = folders;
  }

  @Override
  public StorageTraits traits() {
    return StorageTraits.LOCAL;
  }

  @Override
  public InputFile open(Location file) {
    Path path = path(file);
    try {
      return new LocalInputFile(file, path, FileChannel.open(path, StandardOpenOption.READ));
    } catch (IOException e) {
      if (LocalFolders.hasFileAncestor(path)) {
        throw new NotFoundException("file not found: " + file, file.toString(), e);
      }
      throw LocalFailures.failed("open", file, e);
    }
  }

  @Override
  public OutputFile create(Location file) {
    Path path = path(file);
    try {
      DurableFolders.Folder folder = LocalFolders.above(file, path, durability, folders);
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      return new LocalOutputFile(file, path, channel, folder, durability);
    } catch (IOException e) {
      throw LocalFailures.notCreated(file, path, e);
    }
  }

  @Override
  public void commit(List<OutputFile> files) {
    commit(files, LocalOutputFile::inOrder);
  }

  @Override
  public void commit(List<OutputFile> files, Consumer<List<Runnable>> concurrently) {
    List<LocalOutputFile> own = new ArrayList<>();
    for (OutputFile file : files) {
      if (file instanceof LocalOutputFile local && local.isOf(durability)) {
        own.add(local);
      } else {
        file.commit();
      }
    }
    LocalOutputFile.commit(
        own, durability, durability == Durability.NONE ? LocalOutputFile::inOrder : concurrently);
  }

  @Override
  public void createExclusive(Location file, byte[] content) {
    Path path = path(file);
    boolean there = false;
    try {
      DurableFolders.Folder folder = LocalFolders.above(file, path, durability, folders);
      if (content.length == 0) {
        try (FileChannel channel =
            FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
          there = true;
          if (!folder.sync(durability)) {
            durability.contents(channel);
          }
        }
      } else {
        LocalAtomicFile.create(path, content, durability);
        there = true;
        folder.sync(durability);
      }
    } catch (IOException e) {
      // Once visible, the file stays, because other processes may already rely on it.
      throw there ? LocalFailures.failed("sync", file, e) : LocalFailures.notCreated(file, path, e);
    }
  }

  @Override
  public List<Entry> list(Location folder) {
    List<Entry> entries = new ArrayList<>();
    visit(folder, child -> entry(folder, child).ifPresent(entries::add));
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  @Override
  public List<String> names(Location folder) {
    // This does not create a path per name, which would take several times as long. The result is
    // null on any failure; the slow way below then finds the cause.
    String[] all = fileSystem == null ? path(folder).toFile().list() : null;
    if (all != null) {
      Arrays.sort(all);
      return List.of(all);
    }
    List<String> names = new ArrayList<>();
    visit(folder, child -> names.add(child.getFileName().toString()));
    Collections.sort(names);
    return names;
  }

  /**
   * Calls {@link #entry(Path)}. Messages name the child, not the folder, as the cause of a failure.
   */
  private static Optional<Entry> entry(Location folder, Path child) {
    try {
      return entry(child);
    } catch (IOException e) {
      throw LocalFailures.failed("inspect", folder.resolve(child.getFileName().toString()), e);
    }
  }

  private interface Visitor {
    void visit(Path child);
  }

  private void visit(Location folder, Visitor visitor) {
    Path path = path(folder);
    try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
      for (Path child : children) {
        visitor.visit(child);
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      // A missing folder is empty.
    } catch (DirectoryIteratorException e) {
      throw LocalFailures.failed("list", folder, Objects.requireNonNull(e.getCause(), "cause"));
    } catch (IOException e) {
      if (!LocalFolders.hasFileAncestor(path)) {
        throw LocalFailures.failed("list", folder, e);
      }
    }
  }

  @Override
  public Optional<Entry> find(Location fileOrFolder) {
    Path path = path(fileOrFolder);
    try {
      return entry(path);
    } catch (IOException e) {
      if (LocalFolders.hasFileAncestor(path)) {
        return Optional.empty();
      }
      throw LocalFailures.failed("inspect", fileOrFolder, e);
    }
  }

  @Override
  public Location resolveLinks(Location folder) {
    try {
      return Location.of(path(folder).toRealPath());
    } catch (IOException e) {
      throw LocalFailures.failed("inspect", folder, e);
    }
  }

  @Override
  public OptionalLong modified(Location file) {
    Path path = path(file);
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return attributes.isDirectory()
          ? OptionalLong.empty()
          : OptionalLong.of(attributes.lastModifiedTime().toMillis());
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    } catch (IOException e) {
      if (LocalFolders.hasFileAncestor(path)) {
        return OptionalLong.empty();
      }
      throw LocalFailures.failed("inspect", file, e);
    }
  }

  /** Returns the file or folder at a path, or empty if it does not exist or is a dangling link. */
  private static Optional<Entry> entry(Path path) throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      Path last = path.getFileName();
      String name = last == null ? "" : last.toString();
      return Optional.of(
          attributes.isDirectory() ? Entry.folder(name) : Entry.file(name, attributes.size()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public void delete(Location file) {
    delete(List.of(file));
  }

  @Override
  public void delete(List<Location> files) {
    Set<Path> folders = new LinkedHashSet<>();
    for (Location file : files) {
      Path path = path(file);
      try {
        if (!LocalFolders.isFolder(path)) {
          Files.deleteIfExists(path);
          // Sync even if the file did not exist, because a concurrent deletion may not be durable
          // yet.
          folders.add(path.getParent());
        }
      } catch (IOException e) {
        if (!LocalFolders.hasFileAncestor(path)) {
          throw LocalFailures.failed("delete", file, e);
        }
      }
    }
    for (Path folder : folders) {
      try {
        durability.deleted(folder);
      } catch (IOException e) {
        throw LocalFailures.failed("sync the deletions in", Location.of(folder), e);
      }
    }
  }

  @Override
  public void deleteFolder(Location folder) {
    Path path = path(folder);
    try {
      if (LocalFolders.isFolder(path)) {
        LocalFolders.delete(path);
      }
      if (path.getParent() != null) {
        durability.deleted(path.getParent());
      }
    } catch (IOException e) {
      throw LocalFailures.failed("delete", folder, e);
    }
  }

  @Override
  public void deleteEmptyFolder(Location folder) {
    Path path = path(folder);
    if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) || path.getParent() == null) {
      return;
    }
    try {
      Files.delete(path);
      durability.deleted(path.getParent());
    } catch (DirectoryNotEmptyException | NoSuchFileException e) {
      // The folder is in use, or another process deleted it.
    } catch (IOException e) {
      throw LocalFailures.failed("delete", folder, e);
    }
  }

  @Override
  public void copy(Location from, OutputFile to) {
    if (!(to instanceof LocalOutputFile target)) {
      Storage.super.copy(from, to);
      return;
    }
    Path path = path(from);
    if (Files.isDirectory(path)) {
      throw new NotFoundException(from + " is a folder, not a file", from.toString());
    }
    try (FileChannel source = FileChannel.open(path, StandardOpenOption.READ)) {
      target.append(from, source);
    } catch (IOException e) {
      if (LocalFolders.hasFileAncestor(path)) {
        throw new NotFoundException("file not found: " + from, from.toString(), e);
      }
      throw LocalFailures.failed("open", from, e);
    }
  }

  /**
   * Moves a file or folder atomically. Returns false for symbolic links and across file systems.
   */
  @Override
  public boolean tryMove(Location fromFolder, Location toFolder) {
    return new LocalMove(fromFolder, toFolder, path(fromFolder), path(toFolder))
        .run(durability, folders);
  }

  private Path path(Location location) {
    try {
      return fileSystem == null ? location.toPath() : location.toPath(fileSystem);
    } catch (InvalidPathException e) {
      throw new InvalidRequestException(
          ("\"%s\" is not a valid name in this file system (%s); for characters"
                  + " outside ASCII, use a UTF-8 locale or start Java with"
                  + " -Dsun.jnu.encoding=UTF-8")
              .formatted(location, e.getReason()),
          location.toString(),
          e);
    }
  }
}
