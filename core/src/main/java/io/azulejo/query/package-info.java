/**
 * The immutable nouns of a request and its result: ranges, times, batches. Nothing here reads
 * anything. Start at {@link io.azulejo.query.ReadRequest}.
 */
@NullMarked
package io.azulejo.query;

import org.jspecify.annotations.NullMarked;
