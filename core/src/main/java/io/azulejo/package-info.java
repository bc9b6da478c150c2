/**
 * The engine and the objects that it opens: arrays, groups, writers. Start at {@link
 * io.azulejo.Azulejo}. Schemas, requests and reports are immutable values in {@code schema}, {@code
 * query} and {@code maintenance}.
 */
@NullMarked
package io.azulejo;

import org.jspecify.annotations.NullMarked;
