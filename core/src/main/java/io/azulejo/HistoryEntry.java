package io.azulejo;

import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An event in the history of an array. Immutable.
 *
 * <p>Azulejo implements the nested interfaces; later releases may add methods to them.
 */
public sealed interface HistoryEntry {
  /** Returns the name of the file or folder that documents the event. */
  String name();

  /**
   * Returns the time of the event, as a range of one millisecond. For consolidated fragments and
   * files, the range extends from the first to the last input. If the name contains no time, the
   * range is the single millisecond 0.
   */
  TimeRange times();

  /** A schema was stored because the array was created or evolved. */
  non-sealed interface SchemaStored extends HistoryEntry {
    /** Returns the previous schema; empty for the first schema. */
    Optional<ArraySchema> before();

    /** Returns the schema that was stored. */
    ArraySchema after();
  }

  /** A fragment was written, by a write of cells or by a consolidation. */
  non-sealed interface FragmentWritten extends HistoryEntry {
    /** Returns the fragment that was written. */
    FragmentInfo fragment();

    /**
     * Returns the names of the fragments from which this fragment was consolidated, until they are
     * vacuumed. Empty for a write of cells.
     */
    List<String> replaces();

    /** Returns whether a file of consolidated footers also contains the footer of this fragment. */
    boolean footerConsolidated();
  }

  /**
   * Cells were deleted. The deletion applies to cells with timestamps up to the time of the
   * deletion.
   */
  non-sealed interface CellsDeleted extends HistoryEntry {
    /**
     * Returns the inverse of the deletion: a condition that holds for exactly the cells that are
     * kept. It has the syntax of {@link io.azulejo.query.Condition#parse}, except that a part can
     * be just {@code true} or {@code false}.
     */
    String kept();

    /**
     * Returns the condition that the deleted cells meet, in the same syntax. Empty if a condition
     * cannot express this exactly, for example because of NaN. If the cells were deleted one by
     * one, a fragment lists them, and this condition is {@code false}.
     */
    Optional<String> deleted();

    /**
     * Returns whether the file is an update, which also contains new values; readers do not apply
     * them.
     */
    boolean update();
  }

  /** Metadata was changed or consolidated. */
  non-sealed interface MetadataWritten extends HistoryEntry {
    /** Returns the new values by key; the value is empty if the key was removed. */
    Map<String, Optional<MetadataValue>> values();

    /**
     * Returns the names of the metadata files from which this file was consolidated, until they are
     * vacuumed. Empty for a change.
     */
    List<String> replaces();
  }

  /** Commit files or fragment footers were merged into one file, so that the array opens faster. */
  non-sealed interface FilesConsolidated extends HistoryEntry {
    /**
     * Returns the kind of files: {@link MaintenanceMode#COMMITS}, which includes deletions, or
     * {@link MaintenanceMode#FRAGMENT_METADATA}.
     */
    MaintenanceMode mode();
  }
}
