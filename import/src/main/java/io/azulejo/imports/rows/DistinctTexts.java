package io.azulejo.imports.rows;

import io.azulejo.query.Column;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** The distinct texts of a column in the order in which they came, unless there are too many. */
final class DistinctTexts {
  /** More distinct values than an enumeration should have. */
  static final int MAX_VALUES = 1 << 16;

  /** Limits of a column whose values were not asked for: their number, and characters of each. */
  private static final int FEW_VALUES = 256;

  private static final int LONGEST_FEW = 100;

  /** Texts become an enumeration from so many rows on, if each repeats so often on average. */
  private static final int CATEGORY_ROWS = 32;

  private static final int CATEGORY_REPEATS = 8;

  private final boolean asked;
  private Set<String> values = new LinkedHashSet<>(); // null after too many

  DistinctTexts(boolean asked) {
    this.asked = asked;
  }

  /** Whether the values were asked for. */
  boolean isRequested() {
    return asked;
  }

  void add(char[] text, int start, int end) {
    if (values != null && (asked || end - start <= LONGEST_FEW)) {
      add(new String(text, start, end - start));
    } else {
      forget();
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
      forget();
    }
  }

  /** Gives up: the values are incomplete or too many. */
  void forget() {
    values = null;
  }

  /** The values; empty if there are too many. */
  Optional<Set<String>> values() {
    return Optional.ofNullable(values);
  }

  /** Whether so few values repeat so often among the cells that an enumeration pays off. */
  boolean areCategories(long cells) {
    return values != null
        && !values.isEmpty()
        && cells >= CATEGORY_ROWS
        && cells >= (long) CATEGORY_REPEATS * values.size();
  }
}
