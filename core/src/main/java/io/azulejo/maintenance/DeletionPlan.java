package io.azulejo.maintenance;

import java.util.List;

/**
 * How cells of a sparse array would be deleted. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface DeletionPlan {
  /** Returns how the cells would be deleted. */
  Way way();

  /** Returns why a condition cannot be stored, in words; empty if it can. */
  List<String> reasons();

  /** How cells are deleted. */
  enum Way {
    /** No cell can meet the condition: nothing is done. */
    NOTHING,
    /**
     * The condition is stored, in one small file. No cell is read, and cells that are written with
     * earlier times later on are deleted, too.
     */
    CONDITION,
    /**
     * The cells are found by reading the fields of the condition, and deleted by their coordinates,
     * in a new fragment. Only cells that are there when the deletion begins are found.
     */
    COORDINATES,
    /**
     * The fragments that have such cells are rewritten into one, in which these cells are marked as
     * deleted: in arrays with duplicates, where coordinates do not name one cell. Only cells that
     * are there when the deletion begins are found.
     */
    REWRITE
  }
}
