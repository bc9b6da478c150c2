package io.azulejo;

import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Something that happened to an array. */
public sealed interface HistoryEntry {
  /** The name of the file or folder that the entry was read from. */
  String name();

  /**
   * When it happened: one time, or the first and the last one of what was consolidated. Time 0
   * where the name tells none.
   */
  TimeRange times();

  /**
   * A schema was stored: when the array was created, or evolved.
   *
   * @param name the name of its file
   * @param times its time
   * @param before the schema until then; empty for the first one
   * @param after the schema
   */
  record SchemaStored(String name, TimeRange times, Optional<ArraySchema> before, ArraySchema after)
      implements HistoryEntry {}

  /**
   * Cells were written, or fragments consolidated.
   *
   * @param fragment what was left
   * @param replaces the names of the fragments that it was consolidated from, until these are
   *     removed
   * @param footerConsolidated whether its footer is in a file of consolidated footers, too
   */
  record FragmentWritten(FragmentInfo fragment, List<String> replaces, boolean footerConsolidated)
      implements HistoryEntry {
    /** Makes an immutable record: takes a copy of its list. */
    public FragmentWritten {
      replaces = List.copyOf(replaces);
    }

    @Override
    public String name() {
      return fragment.name();
    }

    @Override
    public TimeRange times() {
      return fragment.times();
    }
  }

  /**
   * Cells were deleted: of those that were older, all that did not meet a condition.
   *
   * @param name the name of its file
   * @param times its time
   * @param kept the condition on cells that stayed, as a text that {@link
   *     io.azulejo.query.Condition#parse} takes, but that a part can be {@code true} or {@code
   *     false} alone
   * @param deleted the condition on cells that were deleted, in the same form; empty where none
   *     says exactly that, as with NaN; {@code false} where the cells were found one by one, so
   *     that a fragment says which they are
   * @param update whether the file is an update, whose new values no reader applies
   */
  record CellsDeleted(
      String name, TimeRange times, String kept, Optional<String> deleted, boolean update)
      implements HistoryEntry {}

  /**
   * Metadata was put and deleted, or consolidated.
   *
   * @param name the name of its file
   * @param times its time
   * @param values the values that were put, by key; empty for keys that were deleted
   * @param replaces the names of the files that it was consolidated from, until these are removed
   */
  record MetadataWritten(
      String name,
      TimeRange times,
      Map<String, Optional<MetadataValue>> values,
      List<String> replaces)
      implements HistoryEntry {
    /** Makes an immutable record: takes copies of its collections. */
    public MetadataWritten {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
      replaces = List.copyOf(replaces);
    }
  }

  /**
   * Commits, or footers of fragments, were gathered in one file, so that opening is faster.
   *
   * @param name the name of the file
   * @param times the first and the last time of what is in it
   * @param mode what was consolidated: {@link MaintenanceMode#COMMITS}, deletions among them, or
   *     {@link MaintenanceMode#FRAGMENT_METADATA}
   */
  record FilesConsolidated(String name, TimeRange times, MaintenanceMode mode)
      implements HistoryEntry {}
}
