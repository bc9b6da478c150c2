package io.azulejo.maintenance;

import java.util.List;

/**
 * The merges that a consolidation would do if it ran now. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface ConsolidationPlan {
  /** Returns the kind of files that would be consolidated. */
  MaintenanceMode mode();

  /**
   * Returns the merges in the order in which they would run; empty if there is nothing to merge.
   */
  List<Step> steps();

  /** Returns the fragments or files that would not be merged. */
  List<Skipped> skipped();

  /** One merge. */
  interface Step {
    /**
     * Returns the names of the inputs, oldest first. The result of an earlier step has no name yet;
     * it is called {@code step 1} for the first step, {@code step 2} for the second, and so on.
     */
    List<String> inputs();

    /**
     * Returns the total size of the inputs, in bytes. The sizes of earlier steps' results are
     * estimates.
     */
    long bytes();

    /** Returns the reason for merging these inputs, as text. */
    String reason();
  }

  /** A fragment or a file that would not be merged. */
  interface Skipped {
    /** Returns the name of the fragment or file. */
    String name();

    /** Returns the reason for not merging it, as text. */
    String reason();
  }
}
