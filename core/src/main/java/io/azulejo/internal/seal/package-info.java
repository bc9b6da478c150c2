/**
 * Seals: lists of the files of an array with their digests, stored beside the array, where engines
 * ignore them. A store around all changes keeps a seal up to date; a store around all reads
 * compares with it. Start at {@link io.azulejo.internal.seal.Seals}.
 */
package io.azulejo.internal.seal;
