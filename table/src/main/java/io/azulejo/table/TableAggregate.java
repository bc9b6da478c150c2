package io.azulejo.table;

import java.util.Objects;
import java.util.Optional;

/**
 * An aggregate that an engine requests. Nulls are skipped, except by {@code count(*)}. Without
 * values, a count is 0 and any other aggregate is null.
 *
 * @param function the aggregate function
 * @param column the name of the column to aggregate; empty to count rows
 */
public record TableAggregate(Function function, Optional<String> column) {
  /** An aggregate function. */
  public enum Function {
    /** The number of rows, or the number of rows in which a column is not null. */
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

  /**
   * Creates an aggregate.
   *
   * @throws IllegalArgumentException if the function requires a column and there is none
   */
  public TableAggregate {
    Objects.requireNonNull(function, "function");
    if (function != Function.COUNT && column.isEmpty()) {
      throw new IllegalArgumentException(function + " requires a column");
    }
  }

  /** Returns the aggregate {@code count(*)}, the number of rows. */
  public static TableAggregate count() {
    return new TableAggregate(Function.COUNT, Optional.empty());
  }

  /** Returns an aggregate of a column. */
  public static TableAggregate of(Function function, String column) {
    return new TableAggregate(function, Optional.of(column));
  }
}
