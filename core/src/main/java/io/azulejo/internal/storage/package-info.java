/**
 * What stores are made of. Stores that wrap others: whoever counts, checks or restricts what is
 * asked of a store extends {@link io.azulejo.internal.storage.ForwardingStorage} and overrides
 * those operations alone. The stores that are wrapped are those of {@link io.azulejo.storage}.
 * {@link io.azulejo.internal.storage.CachedStorage} remembers bytes of remote files.
 */
package io.azulejo.internal.storage;
