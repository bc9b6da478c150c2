package io.azulejo.maintenance;

import java.util.List;

/**
 * The merges that a consolidation did. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interface; later releases may add methods.
 */
public interface ConsolidationReport {
  /** Returns the kind of the consolidated files. */
  MaintenanceMode mode();

  /** Returns the merges in order; empty if there was nothing to merge. */
  List<Merge> merges();

  /** One merge. */
  interface Merge {
    /** Returns the names of the inputs, the oldest first. */
    List<String> inputs();

    /**
     * Returns the names of the outputs: one, several if size is limited, none if no cells remained.
     */
    List<String> outputs();

    /** Returns the size of the inputs in bytes. */
    long bytesBefore();

    /** Returns the size of the outputs in bytes. */
    long bytesAfter();

    /** Returns the number of tiles in the outputs; 0 if they are not fragments. */
    long tiles();

    /** Returns the number of {@link #tiles} that were copied without decoding. */
    long tilesCopied();
  }
}
