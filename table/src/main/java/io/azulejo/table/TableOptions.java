package io.azulejo.table;

import io.azulejo.query.ReadRequest.Cells;
import java.util.Map;
import java.util.Objects;

/**
 * How an array is seen as a table. Immutable.
 *
 * @param dialect the engine's
 * @param cells which cells of a dense array are rows; of its non-empty domain, if all
 * @param codes whether attributes with an enumeration are columns of its indexes, not of its values
 * @param labels whether dimension labels are columns, behind the others
 * @param caseSensitive whether names of columns are
 * @param hints what columns mean beyond their stored types, by their exact names; a hint that does
 *     not fit its column, or that has none, is ignored
 */
public record TableOptions(
    Dialect dialect,
    Cells cells,
    boolean codes,
    boolean labels,
    boolean caseSensitive,
    Map<String, ColumnHint> hints) {
  /** Checks that nothing is missing. */
  public TableOptions {
    Objects.requireNonNull(dialect, "dialect");
    Objects.requireNonNull(cells, "cells");
    hints = Map.copyOf(hints);
  }

  /** Written cells, values of enumerations, no labels, names that are case-sensitive, no hints. */
  public static TableOptions of(Dialect dialect) {
    return new TableOptions(dialect, Cells.WRITTEN, false, false, true, Map.of());
  }

  /** The same with other cells of dense arrays as rows. */
  public TableOptions withCells(Cells rows) {
    return new TableOptions(dialect, rows, codes, labels, caseSensitive, hints);
  }

  /** The same with indexes in place of the values of enumerations, or not. */
  public TableOptions withCodes(boolean yes) {
    return new TableOptions(dialect, cells, yes, labels, caseSensitive, hints);
  }

  /** The same with dimension labels as columns, or not. */
  public TableOptions withLabels(boolean yes) {
    return new TableOptions(dialect, cells, codes, yes, caseSensitive, hints);
  }

  /** The same with names that are case-sensitive, or not. */
  public TableOptions withCaseSensitive(boolean yes) {
    return new TableOptions(dialect, cells, codes, labels, yes, hints);
  }

  /** Returns the same options with other hints. See {@link ColumnHint#of}. */
  public TableOptions withHints(Map<String, ColumnHint> others) {
    return new TableOptions(dialect, cells, codes, labels, caseSensitive, others);
  }
}
