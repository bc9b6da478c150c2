/**
 * The engine and what it opens: arrays, groups, writers. Schemas, requests and reports are
 * immutable and lie in {@code schema}, {@code query} and {@code maintenance}. Start at {@link
 * io.azulejo.Azulejo}.
 */
@NullMarked
package io.azulejo;

import org.jspecify.annotations.NullMarked;
