package io.azulejo.query;

import io.azulejo.schema.Range;
import java.math.BigInteger;

/**
 * Statistics of a field's values that are known without reading cells. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface FieldStatistics {
  /** Returns the name of the field. */
  String field();

  /**
   * Returns the range of the values that are neither null nor NaN; unknown if every value is null
   * or NaN. An exact range means that both ends occur as values of the field, ignoring the sign of
   * zero. For attributes with an enumeration, it is the range of the indexes.
   */
  Statistic<Range> values();

  /** Returns the number of null cells. */
  Statistic<Long> nulls();

  /** Returns the number of distinct values, not counting null. */
  Statistic<Long> distinct();

  /**
   * Returns the sum of the values, which is either exact or unknown. It is a {@link BigInteger} for
   * integers, datetimes and times. For floating-point numbers it is a {@link Double}, exact up to
   * rounding.
   */
  Statistic<Number> sum();

  /**
   * Returns whether the field may contain NaN. False only if the statistics show that it does not.
   */
  boolean mayHoldNan();
}
