/**
 * Named, immutable byte files: the service interface for stores, and the local and in-memory ones.
 * Knows nothing of tiles or arrays. Start at {@link io.azulejo.storage.Storage}.
 */
@NullMarked
package io.azulejo.storage;

import org.jspecify.annotations.NullMarked;
