package io.azulejo.table;

import io.azulejo.query.ReadRequest.Cells;
import java.util.Map;
import java.util.Objects;

/**
 * Options for viewing an array as a table. Immutable.
 *
 * @param dialect the dialect of the engine
 * @param cells the cells of a dense array that are rows; {@link Cells#ALL} means its non-empty
 *     domain
 * @param codes whether attributes with an enumeration show its indexes instead of its values
 * @param labels whether dimension labels are columns, after all others
 * @param caseSensitive whether column names are case-sensitive
 * @param hints the meaning of columns beyond their stored types, by exact column name; a hint that
 *     does not fit its column is ignored, as is one without a column
 */
public record TableOptions(
    Dialect dialect,
    Cells cells,
    boolean codes,
    boolean labels,
    boolean caseSensitive,
    Map<String, ColumnHint> hints) {
  /** Checks that no argument is null. */
  public TableOptions {
    Objects.requireNonNull(dialect, "dialect");
    Objects.requireNonNull(cells, "cells");
    hints = Map.copyOf(hints);
  }

  /**
   * Returns the defaults for an engine: written cells, enumeration values, case-sensitive names, no
   * labels and no hints.
   */
  public static TableOptions of(Dialect dialect) {
    return new TableOptions(dialect, Cells.WRITTEN, false, false, true, Map.of());
  }

  /** Returns these options with other rows for dense arrays. */
  public TableOptions withCells(Cells rows) {
    return new TableOptions(dialect, rows, codes, labels, caseSensitive, hints);
  }

  /** Returns these options with indexes instead of enumeration values, or the reverse. */
  public TableOptions withCodes(boolean yes) {
    return new TableOptions(dialect, cells, yes, labels, caseSensitive, hints);
  }

  /** Returns these options with or without dimension labels as columns. */
  public TableOptions withLabels(boolean yes) {
    return new TableOptions(dialect, cells, codes, yes, caseSensitive, hints);
  }

  /** Returns these options with or without case-sensitive names. */
  public TableOptions withCaseSensitive(boolean yes) {
    return new TableOptions(dialect, cells, codes, labels, yes, hints);
  }

  /** Returns these options with other hints. See {@link ColumnHint#of}. */
  public TableOptions withHints(Map<String, ColumnHint> others) {
    return new TableOptions(dialect, cells, codes, labels, caseSensitive, others);
  }
}
