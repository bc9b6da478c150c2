/**
 * Seals: lists of an array's files with their digests. A seal is stored next to its array, where
 * TileDB engines ignore it. {@code SealedChanges} wraps the store of a writer and keeps a seal up
 * to date. {@code SealedReads} wraps the store of a reader and compares all files with the seal.
 * The entry point is {@link io.azulejo.internal.seal.Seals}. The package does not depend on schemas
 * or fragments.
 */
package io.azulejo.internal.seal;
