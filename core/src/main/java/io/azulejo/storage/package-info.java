/**
 * Stores of named, immutable byte files: the interface, the local and the in-memory store, and the
 * providers of further stores. The entry class is {@link io.azulejo.storage.Storage}. The package
 * does not know tiles or arrays.
 */
@NullMarked
package io.azulejo.storage;

import org.jspecify.annotations.NullMarked;
