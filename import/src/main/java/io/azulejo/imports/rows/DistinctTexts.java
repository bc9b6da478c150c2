package io.azulejo.imports.rows;

import io.azulejo.query.Column;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Collects the distinct texts of a column in order of first occurrence, unless there are too many.
 */
final class DistinctTexts {
  /** Maximum number of values of an enumeration. */
  static final int MAX_VALUES = 1 << 16;

  /**
   * Limits for columns whose values were not requested: the number of values, and the characters
   * per value.
   */
  private static final int FEW_VALUES = 256;

  private static final int LONGEST_FEW = 100;

  /** Minimums for an enumeration: the number of rows, and the average number of rows per value. */
  private static final int CATEGORY_ROWS = 32;

  private static final int CATEGORY_REPEATS = 8;

  private final boolean asked;
  private Set<String> values = new LinkedHashSet<>(); // null if there were too many values

  DistinctTexts(boolean asked) {
    this.asked = asked;
  }

  /** Returns whether the values were requested. */
  boolean isRequested() {
    return asked;
  }

  void add(char[] text, int start, int end) {
    if (values != null && (asked || end - start <= LONGEST_FEW)) {
      add(new String(text, start, end - start));
    } else {
      discard();
    }
  }

  void add(Column column, int row) {
    if (values != null) {
      add(column.getString(row));
    }
  }

  private void add(String text) {
    values.add(text);
    if (values.size() > (asked ? MAX_VALUES : FEW_VALUES)) {
      discard();
    }
  }

  /** Discards the values because they are incomplete or too many. */
  void discard() {
    values = null;
  }

  /** Returns the values, or empty if there were too many. */
  Optional<Set<String>> values() {
    return Optional.ofNullable(values);
  }

  /** Returns whether the values are repeated so often that an enumeration saves space. */
  boolean areCategories(long cells) {
    return values != null
        && !values.isEmpty()
        && cells >= CATEGORY_ROWS
        && cells >= (long) CATEGORY_REPEATS * values.size();
  }
}
