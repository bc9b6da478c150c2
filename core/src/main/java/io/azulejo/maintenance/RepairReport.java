package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.List;

/**
 * What was repaired, or would be. Immutable.
 *
 * <p>Azulejo implements this interface and the one in it; later releases may add methods.
 */
public interface RepairReport {
  /** Returns the repairs that were made, or would be, in their order. */
  List<Action> actions();

  /**
   * Returns the errors and warnings that are left after the repair. If nothing was repaired, those
   * that a repair would not remove.
   */
  List<Problem> left();

  /** Kinds of repairs. */
  enum Kind {
    /** Removes what nothing refers to. */
    REMOVE,
    /** Removes consolidated fragment metadata that is broken, stale or wrong, and makes it anew. */
    REBUILD,
    /** Writes the vacuum file that an interrupted merge has not written. */
    FINISH,
    /** Takes a fragment out of the array, into a folder beside it. */
    QUARANTINE,
    /**
     * Puts a damaged name, a damaged list of commits, or the damaged footer of a fragment right,
     * where only one can be meant.
     */
    MEND,
    /** Commits a complete fragment that nothing commits. */
    RECOVER
  }

  /** A repair that was made, or would be. */
  interface Action {
    /** Returns the kind of repair. */
    Kind kind();

    /** Returns the repaired file or folder. */
    Location location();

    /** Returns the bytes of its files. */
    long bytes();

    /** Returns whether the repair was made. */
    boolean done();

    /** Returns why the repair was not made, or how it can be undone, in words. */
    String note();
  }
}
