package io.azulejo.query;

import io.azulejo.schema.Range;
import java.math.BigInteger;

/**
 * What is known of the values of a field without a look at cells.
 *
 * @param field the name of the field
 * @param values the range of the values that are neither null nor NaN; exact where both ends are
 *     values themselves, zeros of either sign being the same; not known where there are none. Of
 *     attributes with an enumeration, the range of the indexes
 * @param nulls how many cells are null
 * @param distinct how many distinct values there are, null not counted
 * @param sum the sum of the values, as {@link BigInteger} of integers, datetimes and times, as
 *     {@link Double} of floating-point numbers, up to rounding; exact or not known
 * @param mayHoldNan whether a value can be NaN; false where it is known that none is
 */
public record FieldStatistics(
    String field,
    Statistic<Range> values,
    Statistic<Long> nulls,
    Statistic<Long> distinct,
    Statistic<Number> sum,
    boolean mayHoldNan) {}
