/**
 * Immutable requests, conditions and results: subarrays, times, batches, statistics. Nothing here
 * reads an array. Start at {@link io.azulejo.query.ReadRequest}.
 *
 * <p>Options and requests start from a constant ({@code DEFAULT}, {@code ALL}). A method for each
 * setting returns a changed copy; the method of the same name without arguments returns the value
 * ({@code isX} for switches). Only {@code where} and {@code select} have names from query
 * languages; their getters are {@code condition} and {@code fields}. Schemas and their parts are
 * checked as a whole and therefore have builders. Values made of equal parts ({@link
 * io.azulejo.query.Subarray}, {@link io.azulejo.query.Points}, {@link io.azulejo.query.Condition})
 * grow by {@code and}. The common case has a short form, {@code of} or {@code text}. Null arguments
 * cause a {@link java.lang.NullPointerException} unless the parameter is {@code @Nullable}.
 */
@NullMarked
package io.azulejo.query;

import org.jspecify.annotations.NullMarked;
