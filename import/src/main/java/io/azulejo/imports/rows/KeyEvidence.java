package io.azulejo.imports.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tests on the first rows whether columns together distinguish the rows of a table. */
final class KeyEvidence {
  /**
   * At most one of FEW rows may share its coordinates with another row; in short tables one row.
   */
  private static final int FEW = 20;

  /** Row counts after which a search for duplicates stops at a first duplicate. */
  private static final int[] LOOKS = {1 << 12, 1 << 16};

  private final int rows;
  private final Map<ColumnProfile, Long> distinct = new HashMap<>();

  /**
   * Creates the evidence of the first rows.
   *
   * @param rows the number of first rows whose keys are known for all columns
   */
  KeyEvidence(int rows) {
    this.rows = rows;
  }

  /** Returns whether the number of rows with repeated coordinates is too large. */
  static boolean isMany(long repeated, long rows) {
    return repeated > 1 && repeated * FEW > rows;
  }

  private static List<RowKeys> keys(List<ColumnProfile> columns) {
    return columns.stream().map(ColumnProfile::keys).toList();
  }

  /** Returns the approximate number of distinct values of a column. */
  long distinct(ColumnProfile column) {
    return distinct.computeIfAbsent(
        column, c -> Math.max(1, rows - RowKeys.estimateRepeated(List.of(c.keys()), rows)));
  }

  /** Returns whether a column has more than one value, if there are several rows. */
  boolean isVaried(ColumnProfile column) {
    return rows == 1 || distinct(column) > 1;
  }

  /** Returns whether no two rows have the same cells. */
  boolean areUnique(List<ColumnProfile> columns) {
    double most = 1;
    for (ColumnProfile column : columns) {
      most *= distinct(column);
    }
    // The numbers of distinct values are estimates.
    if (most < 0.9 * rows) {
      return false;
    }
    for (int look : LOOKS) {
      if (look < rows && RowKeys.repeated(keys(columns), look) > 0) {
        return false;
      }
    }
    return RowKeys.repeated(keys(columns), rows) == 0;
  }

  /** Returns whether few rows repeat the cells of other rows. */
  boolean areNearlyUnique(List<ColumnProfile> columns) {
    return !isMany(RowKeys.estimateRepeated(keys(columns), rows), rows);
  }

  /**
   * Returns how often each column is needed, on average over its values, to distinguish rows with
   * equal cells in the other columns. If that is rare, the columns are unique by chance.
   */
  double need(List<ColumnProfile> columns) {
    double least = Double.POSITIVE_INFINITY;
    for (ColumnProfile column : columns) {
      List<ColumnProfile> others = new ArrayList<>(columns);
      others.remove(column);
      double alike = RowKeys.estimateRepeated(keys(others), rows);
      least = Math.min(least, alike / distinct(column));
    }
    return least;
  }

  /** Returns whether rows fill most of the box of some columns' values. */
  boolean fillBox(List<ColumnProfile> columns) {
    double cells = 1;
    for (ColumnProfile column : columns) {
      cells *= distinct(column);
    }
    return cells <= 2.0 * rows;
  }

  /** Returns whether the rows are sorted by their cells. */
  boolean areSorted(List<ColumnProfile> columns) {
    return RowKeys.areSorted(keys(columns), rows);
  }
}
