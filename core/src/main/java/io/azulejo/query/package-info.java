/**
 * Immutable requests and results: ranges, times, batches. Nothing here reads anything. Start at
 * {@link io.azulejo.query.ReadRequest}.
 *
 * <p>Options and requests begin with a constant ({@code DEFAULT}, {@code ALL}). A method for each
 * setting returns a changed copy; the method of the same name without arguments returns the value
 * ({@code isX} for switches). Only {@code where} and {@code select} are named as in other query
 * languages ({@code condition}, {@code fields}). Schemas and their parts, which are checked as a
 * whole, have builders. Values made of equal parts ({@link io.azulejo.query.Subarray}, {@link
 * io.azulejo.query.Points}, {@link io.azulejo.query.Condition}) grow by {@code and}. The common
 * case has a short form, {@code of} or {@code text}. Null is an error unless a parameter is
 * {@code @Nullable}: {@link java.lang.NullPointerException}.
 */
@NullMarked
package io.azulejo.query;

import org.jspecify.annotations.NullMarked;
