package io.azulejo.maintenance;

import java.util.List;

/**
 * The merges that a consolidation did. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interface; later releases may add methods.
 */
public interface ConsolidationReport {
  /** Returns the kind of files that were consolidated. */
  MaintenanceMode mode();

  /** Returns the merges in the order in which they ran; empty if there was nothing to merge. */
  List<Merge> merges();

  /** One merge. */
  interface Merge {
    /** Returns the names of the inputs, oldest first. */
    List<String> inputs();

    /**
     * Returns the names of the outputs. A merge has one output, or several if their size is
     * limited. It has none if no cells remained.
     */
    List<String> outputs();

    /** Returns the total size of the inputs, in bytes. */
    long bytesBefore();

    /** Returns the total size of the outputs, in bytes. */
    long bytesAfter();

    /** Returns the number of tiles in the output fragments; 0 if the outputs are not fragments. */
    long tiles();

    /** Returns how many of the {@link #tiles} were copied without decoding them. */
    long tilesCopied();
  }
}
