/**
 * Read-only stores. Locations with {@code http://} or {@code https://} are read by byte ranges.
 * Locations with {@code zip+X://} are files in ZIP archives, which are read from the store for
 * scheme {@code X}. Of the array format, the package knows only seals. Start at {@link
 * io.azulejo.web.WebProvider}, which engines find with {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.azulejo.web;

import org.jspecify.annotations.NullMarked;
