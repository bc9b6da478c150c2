/**
 * What stores are made of. Stores that wrap others: whoever counts, checks or restricts what is
 * asked of a store extends {@link io.azulejo.internal.storage.ForwardingStorage} and overrides
 * those operations alone. The stores that are wrapped are those of {@link io.azulejo.storage}.
 * {@link io.azulejo.internal.storage.CachedStorage} remembers bytes of remote files. {@link
 * io.azulejo.internal.storage.RangedInputFile} and {@link io.azulejo.internal.storage.FileParts}
 * are files of remote stores, as they are read and as they come into being, {@link
 * io.azulejo.internal.storage.Attempts} how often they are asked.
 */
package io.azulejo.internal.storage;
