package io.azulejo.table;

import java.util.Objects;
import java.util.Optional;

/**
 * An aggregate that an engine computes over rows. Nulls are skipped, except by {@code count(*)}.
 * Without values, the result is null, but a count is 0.
 *
 * @param function the aggregate function
 * @param column the name of the column; empty to count rows
 */
public record TableAggregate(Function function, Optional<String> column) {
  /** An aggregate function. */
  public enum Function {
    /** The number of rows, or of rows in which a column is not null. */
    COUNT,
    /** The minimum. */
    MIN,
    /** The maximum. */
    MAX,
    /** The sum of integers, as a 64-bit integer. */
    SUM,
    /** The mean of integers, as a 64-bit floating-point number. */
    AVG
  }

  /** Checks that a column is given if the function needs one. */
  public TableAggregate {
    Objects.requireNonNull(function, "function");
    if (function != Function.COUNT && column.isEmpty()) {
      throw new IllegalArgumentException(function + " requires a column");
    }
  }

  /** Returns the number of rows: {@code count(*)}. */
  public static TableAggregate count() {
    return new TableAggregate(Function.COUNT, Optional.empty());
  }

  /** Returns an aggregate of a column. */
  public static TableAggregate of(Function function, String column) {
    return new TableAggregate(function, Optional.of(column));
  }
}
