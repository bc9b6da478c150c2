package io.azulejo.maintenance;

import java.util.List;

/**
 * The merges that a consolidation did. Immutable.
 *
 * <p>Azulejo implements this interface and the one in it; later releases may add methods.
 */
public interface ConsolidationReport {
  /** Returns the kind of the consolidated files. */
  MaintenanceMode mode();

  /** Returns the merges in their order; empty if there was nothing to merge. */
  List<Merge> merges();

  /** One merge. */
  interface Merge {
    /** Returns the names of the inputs, the oldest first. */
    List<String> inputs();

    /**
     * Returns the names of the outputs: one, several if their size is limited, none if no cell was
     * left.
     */
    List<String> outputs();

    /** Returns the bytes of the inputs. */
    long bytesBefore();

    /** Returns the bytes of the outputs. */
    long bytesAfter();

    /** Returns the number of tiles of the outputs; 0 if they are not fragments. */
    long tiles();

    /** Returns how many of the {@link #tiles} were copied without being decoded. */
    long tilesCopied();
  }
}
