package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.List;

/**
 * The repairs that were made, or that a dry run would make. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interface; later releases may add methods.
 */
public interface RepairReport {
  /** Returns the repairs in order, whether they were made or not. */
  List<Action> actions();

  /**
   * Returns the errors and warnings that remain after the repair, or that would remain after a dry
   * run's repairs.
   */
  List<Problem> remaining();

  /** The kinds of repairs. */
  enum Kind {
    /** Removes unreferenced files. */
    REMOVE,
    /** Removes a consolidated footer file that is broken, stale or wrong, and rebuilds it. */
    REBUILD,
    /** Writes the vacuum file that an interrupted merge did not write. */
    FINISH,
    /** Moves a fragment out of the array, to a folder next to it. */
    QUARANTINE,
    /**
     * Corrects a damaged commit name, commit list or fragment footer that has only one possible
     * correction.
     */
    CORRECT,
    /** Commits a complete fragment that is not committed. */
    RECOVER
  }

  /** A repair that was made or would be made. */
  interface Action {
    /** Returns the kind of repair. */
    Kind kind();

    /** Returns the file or folder to repair. */
    Location location();

    /** Returns the total size of the affected files, in bytes. */
    long bytes();

    /** Returns whether the repair was made. */
    boolean done();

    /**
     * Returns a remark as text, such as the effect of the repair, how to undo it, or why it was not
     * made.
     */
    String note();
  }
}
