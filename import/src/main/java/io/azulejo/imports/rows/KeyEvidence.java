package io.azulejo.imports.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the first rows of a table show of columns together: whether they tell rows apart. */
final class KeyEvidence {
  /** At most one row in so many may share its coordinates with others; in short tables one. */
  private static final int FEW = 20;

  /** A duplicate among so many rows, then so many more, spares a look at all. */
  private static final int[] LOOKS = {1 << 12, 1 << 16};

  private final int rows;
  private final Map<ColumnProfile, Long> distinct = new HashMap<>();

  /**
   * Evidence of rows.
   *
   * @param rows how many of the first rows are known of all columns that are asked for
   */
  KeyEvidence(int rows) {
    this.rows = rows;
  }

  /** Whether so many rows of all are more than should have the coordinates of others. */
  static boolean isMany(long repeated, long rows) {
    return repeated > 1 && repeated * FEW > rows;
  }

  private static List<RowKeys> keys(List<ColumnProfile> columns) {
    return columns.stream().map(ColumnProfile::keys).toList();
  }

  /** About how many values a column has. */
  long distinct(ColumnProfile column) {
    return distinct.computeIfAbsent(
        column, c -> Math.max(1, rows - RowKeys.aboutRepeated(List.of(c.keys()), rows)));
  }

  /** Whether a column has more than one value, as far as there are rows to tell. */
  boolean isVaried(ColumnProfile column) {
    return rows == 1 || distinct(column) > 1;
  }

  /** Whether no two rows have the same cells. */
  boolean areUnique(List<ColumnProfile> columns) {
    double most = 1;
    for (ColumnProfile column : columns) {
      most *= distinct(column);
    }
    // The numbers of values are estimates.
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

  /** Whether few rows have the cells of others. */
  boolean areNearlyUnique(List<ColumnProfile> columns) {
    return !isMany(RowKeys.aboutRepeated(keys(columns), rows), rows);
  }

  /**
   * How often each column is needed, on average over its values, to tell rows apart that are alike
   * in the other ones. Where that is seldom, the columns are unique by chance.
   */
  double need(List<ColumnProfile> columns) {
    double least = Double.POSITIVE_INFINITY;
    for (ColumnProfile column : columns) {
      List<ColumnProfile> others = new ArrayList<>(columns);
      others.remove(column);
      double alike = RowKeys.aboutRepeated(keys(others), rows);
      least = Math.min(least, alike / distinct(column));
    }
    return least;
  }

  /** Whether rows fill most of the box that the values of some columns make. */
  boolean fillBox(List<ColumnProfile> columns) {
    double cells = 1;
    for (ColumnProfile column : columns) {
      cells *= distinct(column);
    }
    return cells <= 2.0 * rows;
  }

  /** Whether the rows come in the order of their cells. */
  boolean areSorted(List<ColumnProfile> columns) {
    return RowKeys.areSorted(keys(columns), rows);
  }
}
