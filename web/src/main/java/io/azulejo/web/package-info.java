/**
 * Read-only stores: {@code http://} and {@code https://} read by ranges, {@code zip+X://} reads ZIP
 * files in the store of scheme {@code X}. Knows nothing of arrays except seals. Start at {@link
 * io.azulejo.web.WebProvider}, which engines find with {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.azulejo.web;

import org.jspecify.annotations.NullMarked;
