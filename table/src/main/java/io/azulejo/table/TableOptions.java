package io.azulejo.table;

import io.azulejo.query.ReadRequest.Cells;
import java.util.Map;
import java.util.Objects;

/**
 * Options for viewing an array as a table. Immutable.
 *
 * @param dialect the dialect of the engine
 * @param cells which cells of a dense array are rows; {@link Cells#ALL} means all cells of its
 *     non-empty domain
 * @param codes whether attributes with an enumeration show indexes instead of values
 * @param labels whether dimension labels are columns, after all other columns
 * @param caseSensitive whether column names are case-sensitive
 * @param hints the meaning of columns beyond their stored types, by exact column name. Hints that
 *     do not fit their column, or have none, are ignored.
 */
public record TableOptions(
    Dialect dialect,
    Cells cells,
    boolean codes,
    boolean labels,
    boolean caseSensitive,
    Map<String, ColumnHint> hints) {
  /**
   * Creates options with an unmodifiable copy of the hints.
   *
   * @throws NullPointerException if an argument is null
   */
  public TableOptions {
    Objects.requireNonNull(dialect, "dialect");
    Objects.requireNonNull(cells, "cells");
    hints = Map.copyOf(hints);
  }

  /**
   * Returns the default options for an engine: written cells, enumeration values, case-sensitive
   * names, no labels and no hints.
   */
  public static TableOptions of(Dialect dialect) {
    return new TableOptions(dialect, Cells.WRITTEN, false, false, true, Map.of());
  }

  /** Returns a copy of these options with another choice of rows for dense arrays. */
  public TableOptions withCells(Cells rows) {
    return new TableOptions(dialect, rows, codes, labels, caseSensitive, hints);
  }

  /**
   * Returns a copy of these options that shows enumerations as indexes or as values.
   *
   * @param yes whether attributes with an enumeration show indexes instead of values
   */
  public TableOptions withCodes(boolean yes) {
    return new TableOptions(dialect, cells, yes, labels, caseSensitive, hints);
  }

  /** Returns a copy of these options with or without dimension labels as columns. */
  public TableOptions withLabels(boolean yes) {
    return new TableOptions(dialect, cells, codes, yes, caseSensitive, hints);
  }

  /** Returns a copy of these options with or without case-sensitive column names. */
  public TableOptions withCaseSensitive(boolean yes) {
    return new TableOptions(dialect, cells, codes, labels, yes, hints);
  }

  /**
   * Returns a copy of these options with other hints. {@link ColumnHint#of} reads the hints of an
   * array.
   */
  public TableOptions withHints(Map<String, ColumnHint> others) {
    return new TableOptions(dialect, cells, codes, labels, caseSensitive, others);
  }
}
