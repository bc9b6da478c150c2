package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.util.List;

/**
 * What was repaired, or would be.
 *
 * @param actions what was done, or would be, in this order
 * @param left the errors and warnings that are left after it; those before it, but for what it
 *     would do, where nothing was done
 */
public record RepairReport(List<Action> actions, List<Problem> left) {
  /** Makes an immutable record: takes copies of its lists. */
  public RepairReport {
    actions = List.copyOf(actions);
    left = List.copyOf(left);
  }

  /** Kinds of repairs. */
  public enum Kind {
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

  /**
   * A repair that was made, or would be.
   *
   * @param kind the kind of repair
   * @param location the file or folder that is repaired
   * @param bytes the bytes of its files
   * @param done whether the repair was made
   * @param note why it was not made, or how it can be undone
   */
  public record Action(Kind kind, Location location, long bytes, boolean done, String note) {}
}
