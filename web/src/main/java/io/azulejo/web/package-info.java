/**
 * Stores that are only read: {@code http://} and {@code https://} by ranges, {@code zip+X://} for
 * ZIP files in the store of another scheme. Start at {@link io.azulejo.web.WebProvider}, which
 * engines find by {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.azulejo.web;

import org.jspecify.annotations.NullMarked;
