package io.azulejo.storage;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Creates and deletes folders of the local file system. Folders are created together with their
 * first file.
 */
final class LocalFolders {
  private LocalFolders() {}

  /**
   * Creates the missing folders above a file.
   *
   * <p>Makes the name of each parent folder durable before it creates a folder in it. Therefore
   * only the lowest folder above a file can lack durability, whichever process created it.
   *
   * @param known the folders whose names are durable, which need no sync
   * @return the file's folder, whose {@link DurableFolders.Folder#changed} must be made durable
   *     together with the file; a concurrent process that created the folder may not have synced it
   *     yet
   */
  static DurableFolders.Folder above(
      Location file, Path path, Durability durability, DurableFolders known) throws IOException {
    Path folder = path.getParent();
    if (folder == null) {
      throw new InvalidRequestException(
          "the root folder is not a valid name for a file", file.toString());
    }
    Deque<Path> missing = new ArrayDeque<>();
    Path there = folder;
    DurableFolders.Folder found = known.find(there);
    while (found == null && there.getParent() != null) {
      missing.addFirst(there);
      there = there.getParent();
      found = known.find(there);
    }
    DurableFolders.Folder lowest = found == null ? known.made(there) : found;
    for (Path made : missing) {
      lowest.syncName(durability);
      make(file, path, made);
      lowest = known.made(made);
    }
    return lowest;
  }

  /** Creates one folder above a file if it does not exist yet. */
  private static void make(Location file, Path path, Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
    } catch (IOException e) {
      if (e instanceof FileAlreadyExistsException && Files.isDirectory(folder)) {
        return;
      }
      Path obstacle = fileAncestor(path);
      if (obstacle != null) {
        throw notCreated(file, obstacle + " is a file, not a folder", e);
      }
      if (e instanceof FileAlreadyExistsException) {
        throw notCreated(file, folder + " is not a folder, or is not accessible", e);
      }
      if (e instanceof NoSuchFileException && folder.getParent() != null) {
        checkTakesFolders(folder.getParent(), file, e);
      }
      throw e;
    }
  }

  private static StorageException notCreated(Location file, String why, IOException e) {
    return StorageException.withoutEffect(
        "cannot create %s: %s".formatted(file, why), file.toString(), e, false);
  }

  /**
   * Throws if the system does not allow new entries in a folder, such as {@code /proc}. Returns
   * normally if the folder was deleted concurrently. In both cases, the system reports "no such
   * file" when something is created in the folder.
   */
  private static void checkTakesFolders(Path folder, Location file, IOException e)
      throws IOException {
    Path probe = folder.resolve(".%016x.tmp".formatted(ThreadLocalRandom.current().nextLong()));
    try {
      Files.createDirectory(probe);
      Files.delete(probe);
    } catch (NoSuchFileException again) {
      if (Files.isDirectory(folder)) {
        throw notCreated(
            file,
            "the system does not allow new files or folders in %s; choose another location"
                .formatted(folder),
            e);
      }
    }
  }

  /** Returns whether an ancestor of the path is a file, so that the path itself cannot exist. */
  static boolean hasFileAncestor(Path path) {
    return fileAncestor(path) != null;
  }

  private static @Nullable Path fileAncestor(Path path) {
    for (Path above = path.getParent(); above != null; above = above.getParent()) {
      if (Files.exists(above) && !Files.isDirectory(above)) {
        return above;
      }
    }
    return null;
  }

  /**
   * Returns whether the path is a folder. Returns false if it does not exist or an ancestor is a
   * file.
   */
  static boolean isFolder(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      if (hasFileAncestor(path)) {
        return false;
      }
      throw e;
    }
  }

  /** Returns whether the path exists. A dangling symbolic link exists. */
  static boolean exists(Path path) throws IOException {
    try {
      Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Deletes a folder recursively. Symbolic links in it are deleted but not followed. */
  static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
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
  }
}
