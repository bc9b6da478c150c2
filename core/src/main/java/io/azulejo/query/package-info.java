/**
 * The immutable nouns of a request and its result: ranges, times, batches. Nothing here reads
 * anything. Start at {@link io.azulejo.query.ReadRequest}.
 *
 * <p>How objects are made, here and in {@link io.azulejo.schema}: what has several settings has a
 * {@code builder}, whose methods have the names of the accessors, and a {@code toBuilder} where
 * changed copies are of use; only {@code where} and {@code select} of requests are called as in
 * other query languages ({@code condition}, {@code fields}). What is made of equal parts ({@link
 * io.azulejo.query.Subarray}, {@link io.azulejo.query.Points}, {@link io.azulejo.query.Condition})
 * grows by {@code and}. The common case has a short form, {@code of} or {@code text}. A method that
 * begins with {@code with} or {@code also} returns a changed copy. Null is an error unless a
 * parameter is {@code @Nullable}: {@link java.lang.NullPointerException}.
 */
@NullMarked
package io.azulejo.query;

import org.jspecify.annotations.NullMarked;
