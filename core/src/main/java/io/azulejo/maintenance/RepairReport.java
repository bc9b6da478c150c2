package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.List;

/**
 * The repairs that were made or would be made. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interface; later releases may add methods.
 */
public interface RepairReport {
  /** Returns the repairs that were made or would be made, in order. */
  List<Action> actions();

  /** Returns the errors and warnings that remain after the repair, or would after a dry run. */
  List<Problem> remaining();

  /** The kinds of repairs. */
  enum Kind {
    /** Removes unreferenced files. */
    REMOVE,
    /** Removes consolidated fragment metadata that is broken, stale or wrong, and rebuilds it. */
    REBUILD,
    /** Writes the vacuum file that an interrupted merge did not write. */
    FINISH,
    /** Moves a fragment out of the array, into a folder next to it. */
    QUARANTINE,
    /**
     * Corrects a damaged name, commit list or fragment footer with only one possible correction.
     */
    CORRECT,
    /** Commits a complete but uncommitted fragment. */
    RECOVER
  }

  /** A repair that was made or would be made. */
  interface Action {
    /** Returns the kind of repair. */
    Kind kind();

    /** Returns the repaired file or folder. */
    Location location();

    /** Returns the size of its files in bytes. */
    long bytes();

    /** Returns whether the repair was made. */
    boolean done();

    /** Returns why the repair was not made, or how to undo it, as text. */
    String note();
  }
}
