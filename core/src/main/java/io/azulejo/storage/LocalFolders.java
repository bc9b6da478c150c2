package io.azulejo.storage;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Folders of the local file system: they come with the first file and go with all that is in. */
final class LocalFolders {
  private LocalFolders() {}

  /**
   * Makes the folders above a file; returns those whose names must be made durable with it: the
   * folder of the file, those that were made, and the one above, as whoever made the first that was
   * there may not have made it durable yet.
   */
  static List<Path> above(Location file, Path path) throws IOException {
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
    if (folder.getParent() != null) {
      changed.addFirst(folder.getParent());
    }
    try {
      Files.createDirectories(path.getParent());
    } catch (IOException e) {
      Path inTheWay = fileAbove(path);
      if (inTheWay == null) {
        throw e;
      }
      throw StorageException.withoutEffect(
          "cannot create %s: a file is where a folder should be, at %s".formatted(file, inTheWay),
          file.toString(),
          e,
          false);
    }
    return List.copyOf(changed);
  }

  /** Whether something above the path is a file, so that nothing can be there. */
  static boolean hasFileAbove(Path path) {
    return fileAbove(path) != null;
  }

  private static Path fileAbove(Path path) {
    for (Path above = path.getParent(); above != null; above = above.getParent()) {
      if (Files.isRegularFile(above)) {
        return above;
      }
    }
    return null;
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
