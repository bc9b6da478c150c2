package io.azulejo.maintenance;

import java.util.List;

/**
 * What a consolidation would do now, without doing it. Immutable.
 *
 * <p>Azulejo implements this interface and those in it; later releases may add methods.
 */
public interface ConsolidationPlan {
  /** Returns the kind of files to consolidate. */
  MaintenanceMode mode();

  /** Returns the merges in their order. */
  List<Step> steps();

  /** Returns the fragments or files that would not be merged. */
  List<Left> left();

  /** One merge. */
  interface Step {
    /**
     * Returns the names of the inputs, the oldest first. The result of an earlier step does not
     * have a name yet; it is called {@code step 1} and so on.
     */
    List<String> inputs();

    /** Returns the bytes of the inputs; those of results of earlier steps are estimated. */
    long bytes();

    /** Returns why these inputs would be merged, in words. */
    String reason();
  }

  /** A fragment or a file that would not be merged. */
  interface Left {
    /** Returns the name of the fragment or file. */
    String name();

    /** Returns why it would not be merged, in words. */
    String reason();
  }
}
