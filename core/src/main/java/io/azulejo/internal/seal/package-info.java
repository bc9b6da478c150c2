/**
 * Seals: which files an array is said to have, with their digests, beside the array, where no
 * engine looks. A store that sees every change keeps a seal up to date; one that sees every read
 * compares with it. Start at {@link io.azulejo.internal.seal.Seals}.
 */
package io.azulejo.internal.seal;
