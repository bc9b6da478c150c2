package io.azulejo.cli.command;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.CommitOptions;
import io.azulejo.SnapshotToken;
import io.azulejo.StagedFragments;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Optional;

/**
 * Commits written fragments to an array.
 *
 * @param azulejo the engine, which remains owned by the caller
 * @param location the location of the array
 * @param onlyIf the snapshot that must still be current; empty to commit in any case
 */
record WriteCommit(Azulejo azulejo, Location location, Optional<SnapshotToken> onlyIf) {
  /**
   * Commits the cells of a writer.
   *
   * @return the names of the fragments
   * @throws io.azulejo.error.ConflictException if the array has changed since the snapshot
   */
  List<String> of(ArrayWriter out) {
    return onlyIf.isEmpty() ? out.commit() : of(List.of(out.stage()));
  }

  /**
   * Commits fragments together. If a snapshot must be current and the commit fails, deletes the
   * fragments unless its outcome is unknown.
   *
   * @return the names of the fragments
   * @throws io.azulejo.error.ConflictException if the array has changed since the snapshot
   * @throws CommitUnknownException if the outcome of the commit is unknown
   */
  List<String> of(List<StagedFragments> parts) {
    if (onlyIf.isEmpty()) {
      return azulejo.array(location).commit(parts).fragments();
    }
    try {
      CommitOptions condition = CommitOptions.DEFAULT.onlyIf(onlyIf.get());
      return azulejo.array(location).commit(parts, condition).fragments();
    } catch (CommitUnknownException e) {
      throw e;
    } catch (RuntimeException e) {
      azulejo.discard(parts);
      throw e;
    }
  }
}
