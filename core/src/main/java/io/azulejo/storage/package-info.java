/**
 * Stores of named, immutable byte files: what a store does, the local and the in-memory one, and
 * how others are found. Knows nothing of tiles or arrays. Start at {@link
 * io.azulejo.storage.Storage}.
 */
@NullMarked
package io.azulejo.storage;

import org.jspecify.annotations.NullMarked;
