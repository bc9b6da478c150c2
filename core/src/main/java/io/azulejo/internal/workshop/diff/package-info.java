/**
 * Comparison of two arrays. Start at {@link io.azulejo.internal.workshop.diff.ArrayDiff}. {@link
 * io.azulejo.internal.workshop.diff.DenseDiff} and {@link
 * io.azulejo.internal.workshop.diff.SparseDiff} read the cells of both arrays in the same order and
 * compare them as they are read.
 */
package io.azulejo.internal.workshop.diff;
