/**
 * Seals: lists of an array's files with their digests, stored next to the array, where engines
 * ignore them. A store around all changes keeps a seal up to date; a store around all reads
 * compares with it. The entry class is {@link io.azulejo.internal.seal.Seals}. The package does not
 * know schemas or fragments.
 */
package io.azulejo.internal.seal;
