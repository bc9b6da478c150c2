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
 * Moves a local folder or file atomically.
 *
 * @param source location of the source
 * @param target location of the target
 * @param from path of the source
 * @param to path of the target
 */
record LocalMove(Location source, Location target, Path from, Path to) {
  /**
   * Moves the source durably.
   *
   * @return false, with nothing changed, for symbolic links and across file systems
   * @throws NotFoundException if the source does not exist
   * @throws io.azulejo.error.AlreadyExistsException if the target exists
   * @throws InvalidRequestException if the target lies within the source
   */
  boolean run(Durability durability) {
    requireMovable();
    if (Files.isSymbolicLink(from) || from.getParent() == null) {
      return false;
    }
    boolean moved = false;
    try {
      if (LocalFolders.exists(to)) {
        throw new FileAlreadyExistsException(to.toString());
      }
      Set<Path> changed = new LinkedHashSet<>(LocalFolders.above(target, to, durability));
      // The target's folders are synced first; otherwise a crash could lose the source from both
      // places.
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
