package io.azulejo;

import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An event in the life of an array. Immutable.
 *
 * <p>Azulejo implements the nested interfaces; later releases may add methods to them.
 */
public sealed interface HistoryEntry {
  /** Returns the name of the file or folder that the entry was read from. */
  String name();

  /**
   * Returns the time of the event; for consolidated files, the times of the first and the last
   * input. Time 0 if the name does not have a time.
   */
  TimeRange times();

  /** A schema was stored because the array was created or evolved. */
  non-sealed interface SchemaStored extends HistoryEntry {
    /** Returns the schema until then; empty for the first schema. */
    Optional<ArraySchema> before();

    /** Returns the stored schema. */
    ArraySchema after();
  }

  /** Cells were written, or fragments consolidated. */
  non-sealed interface FragmentWritten extends HistoryEntry {
    /** Returns the written fragment. */
    FragmentInfo fragment();

    /**
     * Returns the names of the fragments that it was consolidated from, until these are removed.
     */
    List<String> replaces();

    /** Returns whether its footer is also in a file of consolidated footers. */
    boolean footerConsolidated();
  }

  /** Older cells that did not meet a condition were deleted. */
  non-sealed interface CellsDeleted extends HistoryEntry {
    /**
     * Returns the condition on the cells that stayed, in the syntax of {@link
     * io.azulejo.query.Condition#parse}, except that parts can be just {@code true} or {@code
     * false}.
     */
    String kept();

    /**
     * Returns the condition on the deleted cells, in the same form. Empty if a condition cannot say
     * exactly that, for example because of NaN. {@code false} if the cells were found one by one,
     * so that a fragment lists them.
     */
    Optional<String> deleted();

    /** Returns whether the file is an update; readers do not apply its new values. */
    boolean update();
  }

  /** Metadata was set and removed, or consolidated. */
  non-sealed interface MetadataWritten extends HistoryEntry {
    /** Returns the new values by key; empty for removed keys. */
    Map<String, Optional<MetadataValue>> values();

    /** Returns the names of the files that it was consolidated from, until these are removed. */
    List<String> replaces();
  }

  /** Commits or footers of fragments were merged into one file, so that the array opens faster. */
  non-sealed interface FilesConsolidated extends HistoryEntry {
    /**
     * Returns the kind of the consolidated files: {@link MaintenanceMode#COMMITS}, which includes
     * deletions, or {@link MaintenanceMode#FRAGMENT_METADATA}.
     */
    MaintenanceMode mode();
  }
}
