package io.azulejo.query;

import io.azulejo.schema.Range;
import java.math.BigInteger;

/**
 * Statistics of the values of a field, known without reading cells. Immutable.
 *
 * <p>Azulejo implements this interface; later releases may add methods.
 */
public interface FieldStatistics {
  /** Returns the name of the field. */
  String field();

  /**
   * Returns the range of the values that are neither null nor NaN; unknown without such values. It
   * is exact if both ends are values of the field, ignoring the sign of zero. For attributes with
   * an enumeration it is the range of the indexes.
   */
  Statistic<Range> values();

  /** Returns the number of null cells. */
  Statistic<Long> nulls();

  /** Returns the number of distinct values, without null. */
  Statistic<Long> distinct();

  /**
   * Returns the sum of the values, exact or unknown: a {@link BigInteger} for integers, datetimes
   * and times, a {@link Double} for floating-point numbers, up to rounding.
   */
  Statistic<Number> sum();

  /** Returns whether a value can be NaN; false if the field is known not to hold NaN. */
  boolean mayHoldNan();
}
