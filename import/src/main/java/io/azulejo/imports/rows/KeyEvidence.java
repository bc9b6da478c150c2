package io.azulejo.imports.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tests on the first rows of a table whether a combination of columns distinguishes the rows. */
final class KeyEvidence {
  /**
   * At most one in FEW rows may repeat the coordinates of another row. One such row is always
   * allowed.
   */
  private static final int FEW = 20;

  /** Numbers of rows after which a search for duplicates stops if it has found one. */
  private static final int[] LOOKS = {1 << 12, 1 << 16};

  private final int rows;
  private final Map<ColumnProfile, Long> distinct = new HashMap<>();

  /**
   * Creates the evidence for the first rows.
   *
   * @param rows number of rows whose keys are known for all columns
   */
  KeyEvidence(int rows) {
    this.rows = rows;
  }

  /** Returns whether too many rows repeat the coordinates of another row. */
  static boolean isMany(long repeated, long rows) {
    return repeated > 1 && repeated * FEW > rows;
  }

  private static List<RowKeys> keys(List<ColumnProfile> columns) {
    return columns.stream().map(ColumnProfile::keys).toList();
  }

  /** Returns the estimated number of distinct values of a column. */
  long distinct(ColumnProfile column) {
    return distinct.computeIfAbsent(
        column, c -> Math.max(1, rows - RowKeys.estimateRepeated(List.of(c.keys()), rows)));
  }

  /** Returns whether a column has more than one value. A single row always counts as varied. */
  boolean isVaried(ColumnProfile column) {
    return rows == 1 || distinct(column) > 1;
  }

  /** Returns whether all rows differ in the given columns. */
  boolean areUnique(List<ColumnProfile> columns) {
    double most = 1;
    for (ColumnProfile column : columns) {
      most *= distinct(column);
    }
    // The numbers of distinct values are estimates, hence the tolerance.
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

  /** Returns whether only few rows repeat the values of another row in the given columns. */
  boolean areNearlyUnique(List<ColumnProfile> columns) {
    return !isMany(RowKeys.estimateRepeated(keys(columns), rows), rows);
  }

  /**
   * Returns how much every column is needed to distinguish the rows. For each column, this is the
   * number of rows that would repeat another row without it, per distinct value of the column. A
   * small result means that the columns are unique by chance.
   *
   * @return the minimum over all columns
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

  /**
   * Returns whether the rows fill at least half of the box that the distinct values of the columns
   * span.
   */
  boolean fillBox(List<ColumnProfile> columns) {
    double cells = 1;
    for (ColumnProfile column : columns) {
      cells *= distinct(column);
    }
    return cells <= 2.0 * rows;
  }

  /** Returns whether the rows are sorted by the given columns. */
  boolean areSorted(List<ColumnProfile> columns) {
    return RowKeys.areSorted(keys(columns), rows);
  }
}
