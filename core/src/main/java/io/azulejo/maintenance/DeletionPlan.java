package io.azulejo.maintenance;

import java.util.List;

/**
 * The plan for deleting cells of a sparse array: the strategy, and the reasons for it. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface DeletionPlan {
  /** Returns the strategy that the engine would use. */
  Strategy strategy();

  /**
   * Returns the reasons why the condition cannot be stored in the array, as text. Empty if it can
   * be stored.
   */
  List<String> reasons();

  /** The strategies for deleting cells. */
  enum Strategy {
    /** Does nothing, because no cell can meet the condition. */
    NOTHING,
    /**
     * Stores the condition in one small file, and reads no cells. If matching cells are written
     * later with earlier timestamps, they are deleted, too.
     */
    CONDITION,
    /**
     * Finds the cells by reading the fields of the condition. Deletes them by their coordinates, in
     * a new fragment. Finds only cells that exist when the deletion begins.
     */
    COORDINATES,
    /**
     * Rewrites the fragments that contain matching cells into one fragment, which marks these cells
     * as deleted. Arrays with duplicates need this, because coordinates do not identify a cell
     * there. Finds only cells that exist when the deletion begins.
     */
    REWRITE
  }
}
