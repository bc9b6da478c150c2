package io.azulejo;

import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One event in the life of an array. Immutable.
 *
 * <p>Azulejo implements the interfaces in this one; later releases may add methods to them.
 */
public sealed interface HistoryEntry {
  /** Returns the name of the file or folder that the entry was read from. */
  String name();

  /**
   * Returns the time of the event; for consolidated files, the times of the first and the last
   * input. Time 0 if the name does not have one.
   */
  TimeRange times();

  /** A schema was stored: when the array was created, or evolved. */
  non-sealed interface SchemaStored extends HistoryEntry {
    /** Returns the schema until then; empty for the first one. */
    Optional<ArraySchema> before();

    /** Returns the stored schema. */
    ArraySchema after();
  }

  /** Cells were written, or fragments consolidated. */
  non-sealed interface FragmentWritten extends HistoryEntry {
    /** Returns the fragment that was written. */
    FragmentInfo fragment();

    /**
     * Returns the names of the fragments that it was consolidated from, until these are removed.
     */
    List<String> replaces();

    /** Returns whether its footer is in a file of consolidated footers, too. */
    boolean footerConsolidated();
  }

  /** Cells were deleted: of the older ones, all that did not meet a condition. */
  non-sealed interface CellsDeleted extends HistoryEntry {
    /**
     * Returns the condition on cells that stayed, as a text that {@link
     * io.azulejo.query.Condition#parse} takes, but that a part can be {@code true} or {@code false}
     * alone.
     */
    String kept();

    /**
     * Returns the condition on cells that were deleted, in the same form. It is empty if no
     * condition says exactly that, as with NaN. It is {@code false} if the cells were found one by
     * one, so that a fragment says which they are.
     */
    Optional<String> deleted();

    /** Returns whether the file is an update, whose new values no reader applies. */
    boolean update();
  }

  /** Metadata was put and deleted, or consolidated. */
  non-sealed interface MetadataWritten extends HistoryEntry {
    /** Returns the values that were put, by key; empty for keys that were deleted. */
    Map<String, Optional<MetadataValue>> values();

    /** Returns the names of the files that it was consolidated from, until these are removed. */
    List<String> replaces();
  }

  /** Commits, or footers of fragments, were gathered in one file, so that opening is faster. */
  non-sealed interface FilesConsolidated extends HistoryEntry {
    /**
     * Returns the kind of the consolidated files: {@link MaintenanceMode#COMMITS}, which includes
     * deletions, or {@link MaintenanceMode#FRAGMENT_METADATA}.
     */
    MaintenanceMode mode();
  }
}
