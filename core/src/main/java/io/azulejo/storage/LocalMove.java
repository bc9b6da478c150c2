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
 * Moves a folder or a file of the local file system in one act.
 *
 * @param source where it is
 * @param target where it goes
 * @param from the path of the source
 * @param to the path of the target
 */
record LocalMove(Location source, Location target, Path from, Path to) {
  /**
   * Moves it, and makes that durable.
   *
   * @return false, with nothing done, for symbolic links and from one file system to another
   * @throws NotFoundException if there is no such folder or file
   * @throws io.azulejo.error.AlreadyExistsException if there is something at the target
   * @throws InvalidRequestException if the target is within the folder
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
      // Where it goes is durable first: else it might be gone from here and not be there.
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
          ? LocalFailures.failed("make durable the move to", target, e)
          : LocalFailures.notCreated(target, to, e);
    }
  }

  private void requireMovable() {
    try {
      if (!LocalFolders.exists(from)) {
        throw new NotFoundException("there is no file or folder " + source, source.toString());
      }
    } catch (IOException e) {
      throw LocalFailures.notMoved(source, e);
    }
    if (to.startsWith(from) && !to.equals(from)) {
      throw new InvalidRequestException(
          "%s cannot be moved into itself, to %s".formatted(source, target), source.toString());
    }
  }
}
