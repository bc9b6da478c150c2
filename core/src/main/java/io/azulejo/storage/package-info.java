/**
 * Stores of named, immutable byte files. Contains the store interface, the local and the in-memory
 * store, and the interface for providers of other stores. The entry class is {@link
 * io.azulejo.storage.Storage}. The package does not know tiles or arrays.
 */
@NullMarked
package io.azulejo.storage;

import org.jspecify.annotations.NullMarked;
