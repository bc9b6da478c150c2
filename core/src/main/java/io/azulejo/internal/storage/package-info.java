/**
 * Stores that wrap other stores. A store that counts, checks or restricts operations extends {@link
 * io.azulejo.internal.storage.ForwardingStorage} and overrides only these operations. {@link
 * io.azulejo.internal.storage.CachedStorage} caches the bytes of remote files. The package does not
 * know arrays or formats, except for the names of immutable files.
 */
package io.azulejo.internal.storage;
