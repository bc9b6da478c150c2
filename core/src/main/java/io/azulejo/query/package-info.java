/**
 * Immutable requests, conditions and results: subarrays, time ranges, batches, statistics. The
 * classes in this package do not access arrays. Start at {@link io.azulejo.query.ReadRequest}.
 *
 * <p>Options and requests start from a constant ({@code DEFAULT} or {@code ALL}). For each setting,
 * one method returns a changed copy. A method of the same name without arguments returns the
 * setting's value; for switches its name is {@code isX}. Only {@code where} and {@code select} have
 * names from query languages; their getters are {@code condition} and {@code fields}.
 *
 * <p>Schemas and their parts are checked as a whole, and therefore have builders. Values that
 * consist of equal parts ({@link io.azulejo.query.Subarray}, {@link io.azulejo.query.Points},
 * {@link io.azulejo.query.Condition}) are extended with {@code and}. The common case has a short
 * form named {@code of} or {@code text}. Null arguments cause a {@link
 * java.lang.NullPointerException} unless the parameter is {@code @Nullable}.
 */
@NullMarked
package io.azulejo.query;

import org.jspecify.annotations.NullMarked;
