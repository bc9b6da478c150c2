package io.azulejo.table;

import java.util.Objects;
import java.util.Optional;

/**
 * What an engine computes of many rows. Nulls are left out of all but the number of rows; of no
 * value at all it is null, but a count is 0.
 *
 * @param function what is computed
 * @param column of which column; empty for the number of rows
 */
public record TableAggregate(Function function, Optional<String> column) {
  /** What is computed of rows. */
  public enum Function {
    /** The number of rows, or of those in which a column is not null. */
    COUNT,
    /** The least value. */
    MIN,
    /** The greatest value. */
    MAX,
    /** The sum of integers, as an integer of 64 bits. */
    SUM,
    /** The mean of integers, as a floating-point number of 64 bits. */
    AVG
  }

  /** Checks that there is a column, where one is needed. */
  public TableAggregate {
    Objects.requireNonNull(function, "function");
    if (function != Function.COUNT && column.isEmpty()) {
      throw new IllegalArgumentException(function + " is of a column: name it");
    }
  }

  /** The number of rows: {@code count(*)}. */
  public static TableAggregate count() {
    return new TableAggregate(Function.COUNT, Optional.empty());
  }

  /** An aggregate of a column. */
  public static TableAggregate of(Function function, String column) {
    return new TableAggregate(function, Optional.of(column));
  }
}
