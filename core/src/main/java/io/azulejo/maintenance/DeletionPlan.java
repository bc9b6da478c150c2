package io.azulejo.maintenance;

import java.util.List;

/**
 * The strategy by which cells of a sparse array would be deleted. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface DeletionPlan {
  /** Returns the strategy by which the cells would be deleted. */
  Strategy strategy();

  /** Returns why the condition cannot be stored, as text; empty if it can. */
  List<String> reasons();

  /** A strategy for deleting cells. */
  enum Strategy {
    /** Nothing is done, because no cell can meet the condition. */
    NOTHING,
    /**
     * The condition is stored in one small file. No cells are read. Matching cells that are written
     * later with earlier timestamps are deleted, too.
     */
    CONDITION,
    /**
     * The cells are found by reading the fields of the condition and deleted by their coordinates,
     * in a new fragment. Only cells that exist when the deletion begins are found.
     */
    COORDINATES,
    /**
     * The fragments with matching cells are rewritten into one in which these cells are marked as
     * deleted. Needed for arrays with duplicates, where coordinates do not identify a cell. Only
     * cells that exist when the deletion begins are found.
     */
    REWRITE
  }
}
