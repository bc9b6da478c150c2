package io.azulejo.storage;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * An atomic move of a local file or folder.
 *
 * @param source location of the source, for messages
 * @param target location of the target, for messages
 * @param from path of the source
 * @param to path of the target
 */
record LocalMove(Location source, Location target, Path from, Path to) {
  /**
   * Moves the source and makes the move durable.
   *
   * @return false, with nothing changed, if the source is a symbolic link or the root, or if the
   *     target is on another file system
   * @throws NotFoundException if the source does not exist
   * @throws io.azulejo.error.AlreadyExistsException if the target exists
   * @throws InvalidRequestException if the target lies within the source
   * @throws io.azulejo.error.StorageException if the file system fails
   */
  boolean run(Durability durability, DurableFolders known) {
    requireMovable();
    if (Files.isSymbolicLink(from) || from.getParent() == null) {
      return false;
    }
    boolean moved = false;
    try {
      if (LocalFolders.exists(to)) {
        throw new FileAlreadyExistsException(to.toString());
      }
      Set<Path> changed =
          new LinkedHashSet<>(LocalFolders.above(target, to, durability, known).changed());
      // Sync the target's folders first. Otherwise a crash could lose the source in both places.
      for (Path folder : changed) {
        durability.names(folder);
      }
      changed.add(from.getParent());
      try {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        return false;
      }
      moved = true;
      for (Path folder : changed) {
        durability.names(folder);
      }
      return true;
    } catch (IOException e) {
      throw moved
          ? LocalFailures.failed("sync the move to", target, e)
          : LocalFailures.notCreated(target, to, e);
    }
  }

  private void requireMovable() {
    try {
      if (!LocalFolders.exists(from)) {
        throw new NotFoundException("file or folder not found: " + source, source.toString());
      }
    } catch (IOException e) {
      throw LocalFailures.notMoved(source, e);
    }
    if (to.startsWith(from) && !to.equals(from)) {
      throw new InvalidRequestException(
          "cannot move %s into itself, to %s".formatted(source, target), source.toString());
    }
  }
}
