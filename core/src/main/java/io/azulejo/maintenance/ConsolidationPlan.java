package io.azulejo.maintenance;

import java.util.List;

/**
 * The merges that a consolidation would do now. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface ConsolidationPlan {
  /** Returns the kind of files to consolidate. */
  MaintenanceMode mode();

  /** Returns the merges in order. */
  List<Step> steps();

  /** Returns the fragments or files that would not be merged. */
  List<Skipped> skipped();

  /** One merge. */
  interface Step {
    /**
     * Returns the names of the inputs, the oldest first. Results of earlier steps have no names
     * yet; they are called {@code step 1} and so on.
     */
    List<String> inputs();

    /** Returns the size of the inputs in bytes; sizes of earlier steps' results are estimates. */
    long bytes();

    /** Returns why these inputs would be merged, as text. */
    String reason();
  }

  /** A fragment or a file that would not be merged. */
  interface Skipped {
    /** Returns the name of the fragment or file. */
    String name();

    /** Returns why it would not be merged, as text. */
    String reason();
  }
}
