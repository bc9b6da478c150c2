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
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Folders of the local file system: they come with the first file and go with all that is in. */
final class LocalFolders {
  private LocalFolders() {}

  /**
   * Makes the folders above a file; returns those whose names must be made durable with it: the
   * folder of the file and the one above, as whoever made the former may not have made it durable
   * yet.
   *
   * <p>Before a folder is made in another one, the name of that one is made durable. So of all the
   * folders above a file, whoever made them, only the lowest may not be durable.
   */
  static List<Path> above(Location file, Path path, Durability durability) throws IOException {
    Path folder = path.getParent();
    if (folder == null) {
      throw new InvalidRequestException("the root is no name for a file", file.toString());
    }
    Deque<Path> missing = new ArrayDeque<>();
    Path there = folder;
    while (!Files.isDirectory(there) && there.getParent() != null) {
      missing.addFirst(there);
      there = there.getParent();
    }
    for (Path made : missing) {
      if (there.getParent() != null) {
        durability.names(there.getParent());
      }
      make(file, path, made);
      there = made;
    }
    return folder.getParent() == null ? List.of(folder) : List.of(folder.getParent(), folder);
  }

  /** Makes a folder above a file, where it is not there. */
  private static void make(Location file, Path path, Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
    } catch (IOException e) {
      if (e instanceof FileAlreadyExistsException && Files.isDirectory(folder)) {
        return;
      }
      Path inTheWay = fileAbove(path);
      if (inTheWay != null) {
        throw notCreated(file, "a file is where a folder should be, at " + inTheWay, e);
      }
      if (e instanceof FileAlreadyExistsException) {
        throw notCreated(file, folder + " cannot be looked at, or is no folder", e);
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
   * Tells a folder in which the system makes no others, such as {@code /proc}, from one that was
   * deleted meanwhile: both are said not to be there when something is made in them.
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
            "the system lets nobody make files or folders in %s; choose another place"
                .formatted(folder),
            e);
      }
    }
  }

  /** Whether something above the path is a file, so that nothing can be there. */
  static boolean hasFileAbove(Path path) {
    return fileAbove(path) != null;
  }

  private static @Nullable Path fileAbove(Path path) {
    for (Path above = path.getParent(); above != null; above = above.getParent()) {
      if (Files.exists(above) && !Files.isDirectory(above)) {
        return above;
      }
    }
    return null;
  }

  /** Whether there is a folder; nothing below a file is one. */
  static boolean isFolder(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      if (hasFileAbove(path)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether there is a file, a folder or a link, even one that leads nowhere. */
  static boolean exists(Path path) throws IOException {
    try {
      Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Deletes a folder with all that is in it; of symbolic links the link. */
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
