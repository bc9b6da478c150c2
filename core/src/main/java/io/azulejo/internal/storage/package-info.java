/**
 * Wrappers of stores. Stores that count, check or restrict operations extend {@link
 * io.azulejo.internal.storage.ForwardingStorage} and override only those operations. {@link
 * io.azulejo.internal.storage.CachedStorage} caches bytes of remote files. The package does not
 * know arrays or formats, except for the names of files that never change.
 */
package io.azulejo.internal.storage;
