/**
 * Compares two arrays. Start at {@link io.azulejo.internal.workshop.diff.ArrayDiff}. {@link
 * io.azulejo.internal.workshop.diff.DenseDiff} and {@link
 * io.azulejo.internal.workshop.diff.SparseDiff} compare cells in an order in which both arrays can
 * be read.
 */
package io.azulejo.internal.workshop.diff;
