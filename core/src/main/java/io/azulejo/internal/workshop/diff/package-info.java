/**
 * Compares two arrays. Start at {@link io.azulejo.internal.workshop.diff.ArrayDiff}; cells are
 * compared by {@link io.azulejo.internal.workshop.diff.DenseDiff} and {@link
 * io.azulejo.internal.workshop.diff.SparseDiff}, in an order that both arrays can be read in.
 */
package io.azulejo.internal.workshop.diff;
