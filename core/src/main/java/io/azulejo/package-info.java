/**
 * The engine and the objects that it opens: arrays, groups and writers. Start at {@link
 * io.azulejo.Azulejo}. Schemas, requests and reports are immutable values in the packages {@code
 * schema}, {@code query} and {@code maintenance}.
 */
@NullMarked
package io.azulejo;

import org.jspecify.annotations.NullMarked;
